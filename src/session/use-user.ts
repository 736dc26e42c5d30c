import type { User } from '#contract/user.ts'
import { useStore } from '#lib/use-store.ts'
import { currentUser } from './user.state.ts'
import { tokenPresence } from './access-token.ts'

/** `uid` is 0 if nobody is logged in. */
export function useUser(): User {
  return useStore(currentUser)
}

/** `unknown`: there is a token, but the server has not confirmed it yet. */
export type AccountStatus = 'signed-in' | 'signed-out' | 'unknown'

export function useAccountStatus(): AccountStatus {
  const { uid } = useUser()
  const hasToken = useStore(tokenPresence)
  if (uid > 0) return 'signed-in'
  return hasToken ? 'unknown' : 'signed-out'
}
