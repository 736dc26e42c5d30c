import { UserSchema, type User } from '#contract/user.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createStore } from '#lib/store.ts'
import { readAccessToken } from './access-token.ts'

export const USER_KEY = 'user'

/** Signed out, or signed in and the player is still unknown. */
export const NOBODY: User = { uid: 0, nickname: '', avatar: '' }

/** `NOBODY` without a token, or if the stored text is missing or unreadable. */
export function readStoredUser(): User {
  const stored = parseStored(UserSchema, browserStorage.get(USER_KEY))
  return readAccessToken() !== null && stored ? stored : { ...NOBODY }
}

/** Stored, so that the player's pages open offline. Changed only by `user.actions.ts`. */
export const currentUser = createStore(readStoredUser())
