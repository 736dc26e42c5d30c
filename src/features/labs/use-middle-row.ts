import { useEffect, useRef, useState } from 'react'

/** The number, from 1, of the list's row in the middle of the window; follows scrolling. */
export function useMiddleRow() {
  const listRef = useRef<HTMLOListElement>(null)
  const [middleRow, setMiddleRow] = useState(1)
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const list = listRef.current
      if (!list || list.childElementCount === 0) return
      const { top, height } = list.getBoundingClientRect()
      const bars = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
      const middle = (window.innerHeight + bars) / 2
      const passed = Math.floor(((middle - top) / height) * list.childElementCount)
      setMiddleRow(Math.min(Math.max(passed, 0), list.childElementCount - 1) + 1)
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure)
    }
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
    }
  }, [])
  return { listRef, middleRow }
}
