import { crashPointAt } from '#rules/crash/crash-curve.ts'
import type { CrashView } from '#features/play/crash-table.ts'

interface CrashFrame {
  readonly figure: string
  readonly words: string
}

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
const pointText = (hundredths: number) => `${(hundredths / 100).toFixed(2)}×`

export function crashFrame(view: CrashView | undefined, now: number, words: CrashWords): CrashFrame {
  if (!view) return { figure: '', words: words.waiting }
  const { round } = view
  switch (round.status) {
    case 'committed':
      return { figure: '', words: words.waiting }
    case 'betting': {
      const left = Math.max(0, (round.locksAt ?? now) - now)
      return { figure: `${(left / 1_000).toFixed(1)} ${words.second}`, words: words.betting }
    }
    case 'locked':
      return { figure: '…', words: words.locked }
    case 'void':
      return { figure: '—', words: words.refunded }
    case 'running':
    case 'crashed':
    case 'settled':
      break
  }
  if (round.point !== null) return { figure: pointText(Math.round(round.point * 100)), words: words.crashed }
  const ranMs = now - (round.startAt ?? now)
  if (ranMs < 0) return { figure: pointText(100), words: words.starting }
  return { figure: pointText(crashPointAt(ranMs)), words: '' }
}
