import { useSyncExternalStore } from 'react'

const WIDE = '(width >= 1024px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Keep the width in step with `shell.module.css`. */
export function isWide(): boolean {
  return window.matchMedia(WIDE).matches
}

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide)
}
