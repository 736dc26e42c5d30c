import { useEffect, type RefObject } from 'react'
import type { CrashTable, CrashView } from '#features/play/crash-table.ts'
import { isMotionReduced } from '#features/play/session/play-motion.ts'
import { crashFrame, type CrashWords } from './crash-frame.ts'
import { startTicks } from './crash-ticks.ts'
import { useCrashWords } from './use-crash-words.ts'

/** Faster figures cannot be read. The curve is drawn in the same frames. */
export const FLIGHT_TICK_MS = 40
/** With reduced motion. */
export const STILL_TICK_MS = 250
/** The countdown shows tenths of a second. */
const COUNTDOWN_MS = 100

/** Writes the figure of the round into the first child of an element, and its words into the second: without renders. */
export function useCrashFigure(
  ref: RefObject<HTMLElement | null>,
  table: CrashTable,
  view: CrashView | undefined,
): void {
  const words = useCrashWords()
  useEffect(() => {
    const write = () => writeFrame(ref.current, view, table.now(), words)
    write()
    const status = view?.round.status
    if (status !== 'running' && status !== 'betting') return
    if (isMotionReduced()) return startTicks(STILL_TICK_MS, write)
    return startTicks(status === 'running' ? FLIGHT_TICK_MS : COUNTDOWN_MS, write)
  }, [ref, table, view, words])
}

function writeFrame(
  element: HTMLElement | null,
  view: CrashView | undefined,
  now: number,
  words: CrashWords,
): void {
  const [figure, below] = element?.children ?? []
  if (!(figure instanceof HTMLElement) || !below) return
  const shown = crashFrame(view, now, words)
  if (figure.textContent !== shown.figure) {
    if (figure.textContent.length !== shown.figure.length)
      figure.style.setProperty('--letters', String(shown.figure.length))
    figure.textContent = shown.figure
  }
  if (below.textContent !== shown.words) below.textContent = shown.words
}
