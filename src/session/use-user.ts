import { useSnapshot } from 'valtio'
import type { User } from '#contract/user.ts'
import { userState } from './user.state.ts'

/** Who is logged in, nobody with `uid` 0; the component renders again when it changes. */
export function useUser(): User {
  return useSnapshot(userState)
}
