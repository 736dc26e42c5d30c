import { useEffect, useState, type RefObject } from 'react'

export type MoreSide = 'none' | 'start' | 'end' | 'both'

/** The sides on which a horizontally scrolling element hides content. */
export function useScrollEdges(ref: RefObject<HTMLElement | null>): MoreSide {
  const [more, setMore] = useState<MoreSide>('none')
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const measure = () => {
      const position = Math.abs(row.scrollLeft)
      const isStart = position > 2
      const isEnd = position < row.scrollWidth - row.clientWidth - 2
      setMore(isStart ? (isEnd ? 'both' : 'start') : isEnd ? 'end' : 'none')
    }
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    for (const child of row.children) observer.observe(child)
    row.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', measure)
    }
  }, [ref])
  return more
}
