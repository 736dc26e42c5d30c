import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Hands the focus on when the element goes away with it; otherwise it would be lost to the page's start. */
export function useFocusHeir<T extends HTMLElement>(findHeir: () => HTMLElement | null): RefObject<T | null> {
  const ref = useRef<T>(null)
  const find = useRef(findHeir)
  useLayoutEffect(() => {
    const element = ref.current
    const heirOf = find.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      // What takes its place is in the page only after this commit.
      queueMicrotask(() => heirOf()?.focus({ preventScroll: true }))
    }
  }, [])
  return ref
}

/** Where it goes when a round ends. */
export function betButtonHeir(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-round-action] button')
}
