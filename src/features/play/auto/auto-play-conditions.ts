/** Conditions about what came so far, and about where amounts stand. */
export const COUNT_TRIGGERS = [
  'wins-in-a-row',
  'losses-in-a-row',
  'every-bets',
  'every-wins',
  'every-losses',
] as const
export const AMOUNT_TRIGGERS = ['balance-above', 'balance-below', 'profit-above', 'loss-above'] as const
export type CountTrigger = (typeof COUNT_TRIGGERS)[number]
export type AmountTrigger = (typeof AMOUNT_TRIGGERS)[number]

export const CONDITION_ACTIONS = ['stop', 'reset', 'raise', 'lower', 'set'] as const
/** What a condition does to the run, or to the stake of the next bet. */
export type ConditionAction =
  | { readonly type: 'stop' }
  /** Back to the stake the run began with. */
  | { readonly type: 'reset' }
  /** By a share of the stake in hundredths of a percent: 10_000 doubles it. */
  | { readonly type: 'raise' | 'lower'; readonly bps: number }
  | { readonly type: 'set'; readonly stake: bigint }

export type AutoPlayCondition = (
  | { readonly when: CountTrigger; readonly count: number }
  | { readonly when: AmountTrigger; readonly amount: bigint }
) & { readonly then: ConditionAction }

/** What conditions look at, after a bet. */
export interface ConditionFacts {
  readonly result: 'win' | 'loss' | 'even'
  readonly bets: number
  readonly wins: number
  readonly losses: number
  /** Wins in a row; negative for losses in a row. */
  readonly streak: number
  /** Of the run; negative after losses. */
  readonly net: bigint
  readonly balance: bigint
}

/**
 * Whether a condition is met by the bet that has just settled. One that counts is met each time another so many are
 * full: "3 losses in a row" by the third, the sixth, the ninth. One about an amount holds as long as it is true.
 */
export function isMet(condition: AutoPlayCondition, facts: ConditionFacts): boolean {
  switch (condition.when) {
    case 'wins-in-a-row':
      return facts.result === 'win' && facts.streak % condition.count === 0
    case 'losses-in-a-row':
      return facts.result === 'loss' && facts.streak % condition.count === 0
    case 'every-bets':
      return facts.bets % condition.count === 0
    case 'every-wins':
      return facts.result === 'win' && facts.wins % condition.count === 0
    case 'every-losses':
      return facts.result === 'loss' && facts.losses % condition.count === 0
    case 'balance-above':
      return facts.balance > condition.amount
    case 'balance-below':
      return facts.balance < condition.amount
    case 'profit-above':
      return facts.net > condition.amount
    case 'loss-above':
      return -facts.net > condition.amount
  }
}

export const isAboutAmount = (when: CountTrigger | AmountTrigger): when is AmountTrigger =>
  (AMOUNT_TRIGGERS as readonly string[]).includes(when)

/** The next stake after an action; the run's first one is what `reset` goes back to. Whole units, cut down. */
export function stakeAfterAction(
  action: Exclude<ConditionAction, { type: 'stop' }>,
  stake: bigint,
  first: bigint,
): bigint {
  switch (action.type) {
    case 'reset':
      return first
    case 'set':
      return action.stake
    case 'raise':
      return stake + shareOf(stake, action.bps)
    case 'lower':
      return stake - shareOf(stake, action.bps)
  }
}

/** A share in hundredths of a percent, cut down to whole units. */
export function shareOf(stake: bigint, bps: number): bigint {
  return (stake * BigInt(bps)) / 10_000n
}
