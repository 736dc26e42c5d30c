import type { AutoPlayEnd } from '#contract/play.ts'
import { PlanRefusal } from '#rules/plan/plan-refusal.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Rate } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'

/** The auto-play does not allow the bet: it ends, and no bet is made. */
class AutoPlayStop extends Refusal {
  readonly end: AutoPlayEnd

  constructor(end: AutoPlayEnd, message: string) {
    super('auto_play_ended', message)
    this.end = end
  }
}

/** Rewords refusals of a planner for the player. @throws Refusal, AutoPlayStop */
export function inRefusals<T>(rate: Pick<Rate, 'coin' | 'decimals'>, plan: () => T): T {
  try {
    return plan()
  } catch (error) {
    throw error instanceof PlanRefusal ? refusalOfPlan(error, rate) : error
  }
}

function refusalOfPlan(
  { code, message, detail: { bound = 0n, waitMs, ends } }: PlanRefusal,
  { coin, decimals }: Pick<Rate, 'coin' | 'decimals'>,
): Refusal {
  if (ends) return new AutoPlayStop(ends, message)
  const said = `${toDecimal(bound, decimals)} ${coin}`
  switch (code) {
    case 'stake_too_small':
      return new Refusal(code, `The smallest stake is ${said}`)
    case 'stake_too_large':
      return new Refusal(code, `The largest stake is ${said}`)
    case 'payout_too_large':
      return new Refusal(code, `This could pay more than ${said}, the most that a bet pays`)
    case 'too_soon':
      return new Refusal(code, message, waitMs === undefined ? {} : { retryAfterMs: waitMs })
    // The auto-play is of another game or coin than the bet.
    case 'bad_request':
      return new Refusal(code, message, { fields: ['autoPlay'] })
    default:
      return new Refusal(code, message)
  }
}

/** Why the refusal of a bet ends its auto-play; undefined if the auto-play may go on. */
export const endForRefusal = (refusal: Refusal): AutoPlayEnd | undefined => {
  if (refusal instanceof AutoPlayStop) return refusal.end
  switch (refusal.code) {
    case 'insufficient_funds':
      return 'balance'
    case 'limit_reached':
      return 'limit'
    case 'break_active':
      return 'break'
    case 'game_paused':
      return 'paused'
    default:
      return undefined
  }
}

export const bettingClosed = (): Refusal => new Refusal('betting_closed', 'The round takes no bets any more')

export const afterTheCrash = (): Refusal => new Refusal('round_settled', 'The request came after the crash')
