import { useMedia } from './use-media.ts'

const WIDE = '(width >= 1024px)'

/** Keep the width in step with `shell.module.css`. */
export function isWide(): boolean {
  return window.matchMedia(WIDE).matches
}

export const useIsWide = (): boolean => useMedia(WIDE)
