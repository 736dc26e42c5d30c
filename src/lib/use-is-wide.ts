import { useSyncExternalStore } from 'react'

const WIDE = '(width >= 1024px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the screen is wide enough for the rail; the same bound as in `shell.module.css`. */
export function isWide(): boolean {
  return window.matchMedia(WIDE).matches
}

/** Whether the layout for wide screens is on. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide)
}
