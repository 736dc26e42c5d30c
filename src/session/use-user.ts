import type { User } from '#contract/user.ts'
import { useStore } from '#lib/use-store.ts'
import { currentUser } from './user.state.ts'

/** Who is logged in, nobody with `uid` 0; the component renders again when it changes. */
export function useUser(): User {
  return useStore(currentUser)
}
