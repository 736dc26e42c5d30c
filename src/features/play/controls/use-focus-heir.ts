import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Hands the focus on when its element goes: it would jump to the start of the page. */
export function useFocusHeir<T extends HTMLElement>(findHeir: () => HTMLElement | null): RefObject<T | null> {
  const ref = useRef<T>(null)
  const find = useRef(findHeir)
  useLayoutEffect(() => {
    const element = ref.current
    const heirOf = find.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      // The replacement is in the page only after this commit.
      queueMicrotask(() => heirOf()?.focus({ preventScroll: true }))
    }
  }, [])
  return ref
}

export function betButtonHeir(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-round-action] button')
}
