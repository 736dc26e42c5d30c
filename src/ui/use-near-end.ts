import { useEffect, useEffectEvent, type RefObject } from 'react'

/** The next page loads this far before the end becomes visible. */
const AHEAD = '600px'

/** Calls `onNear` when the end of a list comes near, in the page or its dialog; not while `isHeld`. */
export function useNearEnd(
  ref: RefObject<HTMLElement | null>,
  { isHeld, onNear }: { isHeld: boolean; onNear: () => void },
): void {
  const call = useEffectEvent(onNear)
  useEffect(() => {
    const end = ref.current
    if (!end || isHeld) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) call()
      },
      { root: end.closest('dialog'), rootMargin: AHEAD },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [ref, isHeld])
}
