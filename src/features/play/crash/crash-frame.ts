import { crashEndOf, crashPointAt } from '#rules/crash/crash-curve.ts'
import type { CrashView } from '#features/play/crash-table.ts'
import type { CrashFrame } from './crash-drawing.ts'

export interface CrashWords {
  readonly betting: string
  readonly locked: string
  readonly starting: string
  readonly crashed: string
  readonly refunded: string
  readonly waiting: string
  /** The unit: "3.8 s". */
  readonly second: string
}

/** Without the cache of `usePlayFormat`: every frame has another multiplier. */
export const pointText = (hundredths: number) => `${(hundredths / 100).toFixed(2)}×`

export function crashFrame(
  view: CrashView | undefined,
  now: number,
  words: CrashWords,
  isStill: boolean,
): CrashFrame {
  const still = { ranMs: undefined, hasCrashed: false, marks: [], isStill }
  if (!view) return { ...still, figure: '', words: words.waiting }
  const { round, mine } = view
  switch (round.status) {
    case 'committed':
      return { ...still, figure: '', words: words.waiting }
    case 'betting': {
      const left = Math.max(0, (round.locksAt ?? now) - now)
      return { ...still, figure: `${(left / 1_000).toFixed(1)} ${words.second}`, words: words.betting }
    }
    case 'locked':
      return { ...still, figure: '…', words: words.locked }
    case 'void':
      return { ...still, figure: '—', words: words.refunded }
    case 'running':
    case 'crashed':
    case 'settled':
      break
  }
  const marks = mine
    .filter((bet) => bet.round === round.id)
    .flatMap(({ cashOuts }) => cashOuts.map(({ multiplier }) => multiplier))
  if (round.point !== null) {
    const point = Math.round(round.point * 100)
    const figure = pointText(point)
    return { ranMs: crashEndOf(point), hasCrashed: true, figure, words: words.crashed, marks, isStill }
  }
  const ranMs = now - (round.startAt ?? now)
  if (ranMs < 0) return { ...still, figure: pointText(100), words: words.starting }
  return { ranMs, hasCrashed: false, figure: pointText(crashPointAt(ranMs)), words: '', marks, isStill }
}

export function isCrashMoving(view: CrashView | undefined): boolean {
  return view?.round.status === 'running' || view?.round.status === 'betting'
}
