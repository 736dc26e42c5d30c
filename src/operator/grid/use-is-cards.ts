import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Width of a column of share 1 that is still read with ease, in letters of the page's size. */
const COLUMN_REM = 5.5

/** True if the columns have no room beside each other: rows are cards then. */
export function useIsCards(shares: number): [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null)
  const [isCards, setIsCards] = useState(false)
  useLayoutEffect(() => {
    const frame = ref.current
    if (!frame) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      const { offsetWidth } = frame
      setIsCards(offsetWidth > 0 && offsetWidth < shares * COLUMN_REM * rem)
    }
    measure()
    // Larger letters make the frame higher, so they are noticed, too.
    const follow = new ResizeObserver(measure)
    follow.observe(frame)
    return () => follow.disconnect()
  }, [shares])
  return [ref, isCards]
}
