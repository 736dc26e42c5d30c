import { useEffect, useRef, useState } from 'react'

/** Height of the bars over the list, in pixels: what is behind them counts as passed. */
const BARS = 128

/** The number, from 1, of the list's row that is at the top of the view; follows scrolling. */
export function useTopRow() {
  const listRef = useRef<HTMLOListElement>(null)
  const [topRow, setTopRow] = useState(1)
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const list = listRef.current
      const height = list?.firstElementChild?.getBoundingClientRect().height
      if (!list || !height) return
      const passed = Math.floor((BARS - list.getBoundingClientRect().top) / height)
      setTopRow(Math.min(Math.max(passed, 0), list.childElementCount - 1) + 1)
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
  return { listRef, topRow }
}
