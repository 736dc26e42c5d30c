import { useSyncExternalStore } from 'react'

/** The same bounds as in `play.module.css`. */
const SIDE_BY_SIDE = '(min-aspect-ratio: 4/5) and (560px <= width < 1024px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(SIDE_BY_SIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True if stage and bet panel stand beside each other because the screen is low. */
export function useIsSideBySide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(SIDE_BY_SIDE).matches)
}
