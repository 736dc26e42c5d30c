import { MAX_CONDITIONS, type AutoPlaySettings, type StakeRule } from './auto-play.ts'
import {
  isAboutAmount,
  type AmountTrigger,
  type AutoPlayCondition,
  type ConditionAction,
  type CountTrigger,
} from './auto-play-conditions.ts'
import type { Coin } from '#features/play/play-engine.ts'
import { parseTypedNumber } from '#lib/typed-number.ts'
import { parseTypedUnits } from '#features/play/stake/stake-entry.ts'

/** As typed. Fields that the chosen trigger or action does not use keep their text. */
export interface ConditionDraft {
  readonly when: CountTrigger | AmountTrigger
  readonly count: string
  readonly amount: string
  readonly then: ConditionAction['type']
  readonly percent: string
  readonly stake: string
}

/** The auto-play sheet as typed. */
export interface AutoPlayDraft {
  readonly count: string
  readonly isEndless: boolean
  readonly onWin: StakeRule['type']
  /** Percent. */
  readonly onWinRaise: string
  readonly onLoss: StakeRule['type']
  readonly onLossRaise: string
  /** Amounts; an empty field stops nothing. */
  readonly stopOnProfit: string
  readonly stopOnLoss: string
  readonly stopOnWin: string
  readonly stakeCap: string
  readonly conditions: readonly ConditionDraft[]
}
type AmountField = 'stopOnProfit' | 'stopOnLoss' | 'stopOnWin' | 'stakeCap'
export type AutoPlayField =
  'count' | 'onWinRaise' | 'onLossRaise' | AmountField | `condition-${number}-${'when' | 'then'}`

export type ReadAutoPlay =
  | { readonly status: 'valid'; readonly settings: AutoPlaySettings }
  | {
      readonly status: 'invalid'
      /** Fields that cannot be read, in the order of the sheet. */
      readonly fields: readonly AutoPlayField[]
      /** Amounts that leave no room for the first bet. */
      readonly tooLow: readonly AutoPlayField[]
    }

export const FIRST_DRAFT: AutoPlayDraft = {
  count: '100',
  isEndless: false,
  onWin: 'keep',
  onWinRaise: '100',
  onLoss: 'keep',
  onLossRaise: '100',
  stopOnProfit: '',
  stopOnLoss: '',
  stopOnWin: '',
  stakeCap: '',
  conditions: [],
}
export const FIRST_CONDITION: ConditionDraft = {
  when: 'losses-in-a-row',
  count: '3',
  amount: '',
  then: 'stop',
  percent: '100',
  stake: '',
}

export const MAX_AUTO_BETS = 1_000_000
/** A hundredfold with each bet. */
const MAX_RAISE_BPS = 1_000_000
/** All but nothing: a stake cannot be lowered to zero. */
const MAX_LOWER_BPS = 9_999
const MAX_CONDITION_COUNT = 10_000

export function readAutoPlay(draft: AutoPlayDraft, stake: bigint, coin: Coin): ReadAutoPlay {
  const fields: AutoPlayField[] = []
  const tooLow: AutoPlayField[] = []

  function whole(text: string, most: number, field: AutoPlayField): number {
    const value = parseTypedNumber(text, 0)
    if (value !== undefined && value >= 1 && value <= most) return value
    fields.push(field)
    return 1
  }
  function percent(text: string, most: number, field: AutoPlayField): number {
    const bps = parseTypedNumber(text, 2)
    if (bps !== undefined && bps >= 1 && bps <= most) return bps
    fields.push(field)
    return 0
  }
  function units(text: string, field: AutoPlayField): bigint {
    const value = parseTypedUnits(text, coin.decimals)
    if (value !== undefined && value > 0n) return value
    fields.push(field)
    return 0n
  }
  function rule(type: StakeRule['type'], field: 'onWinRaise' | 'onLossRaise'): StakeRule {
    return type === 'raise' ? { type, bps: percent(draft[field], MAX_RAISE_BPS, field) } : { type }
  }
  function amount(field: AmountField): bigint | undefined {
    return draft[field].trim() === '' ? undefined : units(draft[field], field)
  }
  function action(condition: ConditionDraft, field: AutoPlayField): ConditionAction {
    switch (condition.then) {
      case 'stop':
      case 'reset':
        return { type: condition.then }
      case 'set':
        return { type: 'set', stake: units(condition.stake, field) }
      case 'raise':
        return { type: 'raise', bps: percent(condition.percent, MAX_RAISE_BPS, field) }
      case 'lower':
        return { type: 'lower', bps: percent(condition.percent, MAX_LOWER_BPS, field) }
    }
  }
  function condition(typed: ConditionDraft, index: number): AutoPlayCondition {
    const { when } = typed
    const field = `condition-${index}-when` as const
    const trigger = isAboutAmount(when)
      ? { when, amount: units(typed.amount, field) }
      : { when, count: whole(typed.count, MAX_CONDITION_COUNT, field) }
    return { ...trigger, then: action(typed, `condition-${index}-then`) }
  }

  const settings: AutoPlaySettings = {
    coin,
    count: draft.isEndless ? undefined : whole(draft.count, MAX_AUTO_BETS, 'count'),
    stake,
    onWin: rule(draft.onWin, 'onWinRaise'),
    onLoss: rule(draft.onLoss, 'onLossRaise'),
    conditions: draft.conditions.slice(0, MAX_CONDITIONS).map(condition),
    stopOnProfit: amount('stopOnProfit'),
    stopOnLoss: amount('stopOnLoss'),
    stopOnWin: amount('stopOnWin'),
    stakeCap: amount('stakeCap'),
  }
  for (const field of ['stopOnLoss', 'stakeCap'] as const) {
    const limit = settings[field]
    if (limit !== undefined && limit < stake && !fields.includes(field)) tooLow.push(field)
  }
  const isValid = fields.length === 0 && tooLow.length === 0
  return isValid ? { status: 'valid', settings } : { status: 'invalid', fields, tooLow }
}
