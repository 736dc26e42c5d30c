import { useLayoutEffect, useRef } from 'react'

/**
 * Scrolls to the top of the page when `key` is another than the one shown last. A kept-alive page that
 * comes back with the same key stays where it was.
 */
export function useScrollTopOnChange(key: string): void {
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const isChange = shown.current !== undefined && shown.current !== key
    shown.current = key
    if (isChange) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key])
}
