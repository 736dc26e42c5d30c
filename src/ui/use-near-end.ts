import { useEffect, useEffectEvent, type RefObject } from 'react'

/** The next page is asked for so long before the end is in sight. */
const AHEAD = '600px'

/** Calls `onNear` while the end of a list comes near, on the page or in its dialog; not while `isHeld`. */
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
