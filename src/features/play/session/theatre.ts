import { browserStorage } from '#lib/browser-storage.ts'
import { createStore } from '#lib/store.ts'
import { useIsWide } from '#lib/use-is-wide.ts'
import { useStore } from '#lib/use-store.ts'

const KEY = 'theatre'
const ON = 'on'

/** The player's choice on this device. */
const theatre = createStore(browserStorage.get(KEY) === ON)

export function toggleTheatre(): void {
  const next = !theatre.get()
  theatre.set(next)
  if (next) browserStorage.set(KEY, ON)
  else browserStorage.remove(KEY)
}

/** True if the game takes the whole window: without the side menu, and nothing beside stage and bet panel. */
export function useIsTheatre(): boolean {
  const isChosen = useStore(theatre)
  return useIsWide() && isChosen
}
