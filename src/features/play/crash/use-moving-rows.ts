import { useLayoutEffect, useRef, type RefObject } from 'react'
import { isMotionReduced } from '#features/play/session/play-motion.ts'

const MOVE_MS = 240
const EASE = 'cubic-bezier(.2,.8,.2,1)'

/**
 * Rows of a list travel to their new places instead of jumping there. Places are read once after a change, all together
 * and before anything is drawn.
 * @param order changes whenever a row comes, goes or moves
 */
export function useMovingRows(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef<ReadonlyMap<HTMLElement, number>>(new Map())
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[]
    const before = tops.current
    const now = new Map(rows.map((row) => [row, row.offsetTop]))
    tops.current = now
    if (before.size === 0 || document.hidden || isMotionReduced()) return
    for (const [row, top] of now) {
      const from = before.get(row)
      if (from === undefined) row.animate({ opacity: [0, 1] }, MOVE_MS)
      else if (from !== top) {
        row.animate({ translate: [`0 ${from - top}px`, 'none'] }, { duration: MOVE_MS, easing: EASE })
      }
    }
  }, [list, order])
}
