import { useStore } from '#lib/use-store.ts'
import { isOnBreak } from './break.state.ts'

/** Whether the player takes a break; the component renders again when it begins or ends. */
export function useIsOnBreak(): boolean {
  return useStore(isOnBreak)
}
