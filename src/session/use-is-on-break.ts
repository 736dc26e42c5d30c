import { useStore } from '#lib/use-store.ts'
import { isOnBreak } from './break.state.ts'

export function useIsOnBreak(): boolean {
  return useStore(isOnBreak)
}
