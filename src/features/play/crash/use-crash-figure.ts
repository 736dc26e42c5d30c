import { useEffect, type RefObject } from 'react'
import { crashPointAt, crashTimeOf } from '#rules/crash/crash-curve.ts'
import type { CrashTable, CrashView } from '#features/play/crash-table.ts'
import { isMotionReduced } from '#features/play/session/play-motion.ts'
import { crashFrame, type CrashWords } from './crash-frame.ts'
import { startTicks } from './crash-ticks.ts'
import { useCrashWords } from './use-crash-words.ts'

/** Faster figures cannot be read. */
const SOONEST_MS = 40
/** With reduced motion. */
const STILL_MS = 250
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
    const { status, startAt = null } = view?.round ?? {}
    if (status === 'betting') return startTicks(() => (isMotionReduced() ? STILL_MS : COUNTDOWN_MS), write)
    if (status !== 'running' || startAt === null) return
    return startTicks(() => untilNextPoint(table.now() - startAt), write)
  }, [ref, table, view, words])
}

/** Nothing is written while the figure stays the same. */
function untilNextPoint(ranMs: number): number {
  if (isMotionReduced()) return STILL_MS
  return Math.max(SOONEST_MS, crashTimeOf(crashPointAt(Math.max(0, ranMs)) + 1) - ranMs)
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
