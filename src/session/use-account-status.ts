import { useStore } from '#lib/use-store.ts'
import { tokenPresence } from './access-token.ts'
import { useUser } from './use-user.ts'

/** `unknown`: there is a token, but the server has not confirmed it yet. */
export type AccountStatus = 'signed-in' | 'signed-out' | 'unknown'

export function useAccountStatus(): AccountStatus {
  const { uid } = useUser()
  const hasToken = useStore(tokenPresence)
  if (uid > 0) return 'signed-in'
  return hasToken ? 'unknown' : 'signed-out'
}
