import { useStore } from '#lib/use-store.ts'
import { tokenPresence } from './access-token.ts'
import { useUser } from './use-user.ts'

/** `unknown`: there is a token, and the server has not yet said whose. */
export type AccountStatus = 'signed-in' | 'signed-out' | 'unknown'

/** Whether somebody is logged in on this device. */
export function useAccountStatus(): AccountStatus {
  const { uid } = useUser()
  const hasToken = useStore(tokenPresence)
  if (uid > 0) return 'signed-in'
  return hasToken ? 'unknown' : 'signed-out'
}
