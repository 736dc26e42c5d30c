import type { AutoPlaySettings, StakeRule } from './auto-play.ts'
import { parseTypedNumber } from '#features/play/typed-number.ts'
import { parseTypedUnits } from '#features/play/stake/stake-entry.ts'

/** The auto-play sheet as typed. */
export interface AutoPlayDraft {
  count: string
  isEndless: boolean
  onWin: StakeRule['type']
  /** Percent. */
  onWinRaise: string
  onLoss: StakeRule['type']
  onLossRaise: string
  /** Amounts; an empty field stops nothing. */
  stopOnProfit: string
  stopOnLoss: string
  stopOnWin: string
}
export type AutoPlayField =
  'count' | 'onWinRaise' | 'onLossRaise' | 'stopOnProfit' | 'stopOnLoss' | 'stopOnWin'

export type ReadAutoPlay =
  | { readonly status: 'valid'; readonly settings: AutoPlaySettings }
  /** Fields that cannot be read, in the order of the sheet. */
  | { readonly status: 'invalid'; readonly fields: readonly AutoPlayField[] }

export const MAX_AUTO_BETS = 1_000_000
/** A hundredfold with each bet. */
const MAX_RAISE_BPS = 1_000_000

/** Reads the sheet. `decimals` are the coin's. */
export function readAutoPlay(draft: Readonly<AutoPlayDraft>, stake: bigint, decimals: number): ReadAutoPlay {
  const fields: AutoPlayField[] = []

  function count(): number | undefined {
    if (draft.isEndless) return undefined
    const value = parseTypedNumber(draft.count, 0)
    if (value === undefined || value < 1 || value > MAX_AUTO_BETS) fields.push('count')
    return value
  }
  function rule(type: StakeRule['type'], field: 'onWinRaise' | 'onLossRaise'): StakeRule {
    if (type === 'reset') return { type }
    const bps = parseTypedNumber(draft[field], 2)
    if (bps === undefined || bps < 1 || bps > MAX_RAISE_BPS) fields.push(field)
    return { type, bps: bps ?? 0 }
  }
  function amount(field: 'stopOnProfit' | 'stopOnLoss' | 'stopOnWin'): bigint | undefined {
    if (draft[field].trim() === '') return undefined
    const units = parseTypedUnits(draft[field], decimals)
    if (units === undefined || units <= 0n) fields.push(field)
    return units
  }

  const settings: AutoPlaySettings = {
    count: count(),
    stake,
    onWin: rule(draft.onWin, 'onWinRaise'),
    onLoss: rule(draft.onLoss, 'onLossRaise'),
    stopOnProfit: amount('stopOnProfit'),
    stopOnLoss: amount('stopOnLoss'),
    stopOnWin: amount('stopOnWin'),
  }
  return fields.length > 0 ? { status: 'invalid', fields } : { status: 'valid', settings }
}
