import type { User } from '#contract/user.ts'
import { useStore } from '#lib/use-store.ts'
import { currentUser } from './user.state.ts'

/** `uid` is 0 if nobody is logged in. */
export function useUser(): User {
  return useStore(currentUser)
}
