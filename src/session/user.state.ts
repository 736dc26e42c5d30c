import { UserSchema, type User } from '#contract/user.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createStore } from '#lib/store.ts'
import { readAccessToken } from './access-token.ts'

export const USER_KEY = 'user'

/** Nobody: signed out, or signed in and not yet told who. */
export const NOBODY: User = { uid: 0, nickname: '', avatar: '' }

/** The user that was stored; nobody without a token, or when there is none or it cannot be read. */
export function readStoredUser(): User {
  const stored = parseStored(UserSchema, browserStorage.get(USER_KEY))
  return readAccessToken() !== null && stored ? stored : { ...NOBODY }
}

/**
 * Who is logged in; `uid` is 0 for nobody. Persisted, so that offline the player's own shell opens. Changed
 * only by `user.actions.ts`.
 */
export const currentUser = createStore(readStoredUser())
