import { useEffect, useRef, type RefObject } from 'react'

/** Names an element to which the focus comes back when the player returns to its view. */
export const FOCUS_KEY = 'data-focus-key'

/**
 * Moves the focus with the views: forward to the new view, whose name is read then, and back to what led
 * away from it. `depth` counts the views on the way to the shown one, 0 while closed.
 */
export function useViewFocus(view: RefObject<HTMLElement | null>, depth: number, name: string): void {
  const left = useRef<(string | undefined)[]>([])
  const before = useRef({ depth, name })

  // What has the focus when a view goes is known only while it is still there.
  useEffect(() => {
    const element = view.current
    if (!element) return
    const remember = ({ target }: FocusEvent) => {
      const key = target instanceof Element ? target.closest(`[${FOCUS_KEY}]`)?.getAttribute(FOCUS_KEY) : null
      left.current[depth] = key ?? undefined
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [view, depth])

  useEffect(() => {
    const last = before.current
    before.current = { depth, name }
    // The dialog itself has the focus when it opens.
    if (last.depth === 0 || depth === 0 || (last.depth === depth && last.name === name)) return
    const key = depth < last.depth ? left.current[depth] : undefined
    const origin = key && view.current?.querySelector<HTMLElement>(`[${FOCUS_KEY}="${CSS.escape(key)}"]`)
    const next = origin || view.current
    next?.focus({ preventScroll: !origin })
    view.current?.scrollIntoView({ block: 'nearest' })
  }, [view, depth, name])
}
