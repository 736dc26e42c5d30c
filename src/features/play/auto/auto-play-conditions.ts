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

export interface ConditionFacts {
  readonly result: 'win' | 'loss' | 'even'
  readonly bets: number
  readonly wins: number
  readonly losses: number
  /** Wins in a row; negative for losses in a row. */
  readonly streak: number
  /** Won or lost by the run; negative after losses. */
  readonly net: bigint
  readonly balance: bigint
}

/**
 * Judges a condition after a bet has settled. A condition that counts is met again with each full count: "3 losses in a
 * row" by the third, the sixth and the ninth. A condition about an amount is met as long as it is true.
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

/** @param first the stake that the run began with. @returns whole units, rounded down */
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

/** @returns whole units, rounded down. @param bps hundredths of a percent */
export function shareOf(stake: bigint, bps: number): bigint {
  return (stake * BigInt(bps)) / 10_000n
}
