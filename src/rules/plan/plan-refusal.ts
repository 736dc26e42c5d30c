import type { ErrorCode } from '#contract/envelope.ts'
import type { AutoPlayEnd } from '#contract/play.ts'
import { FairnessError } from '#fair/fairness-error.ts'

export type PlanRefusalCode = Extract<
  ErrorCode,
  | 'auto_play_ended'
  | 'auto_play_step_taken'
  | 'bad_params'
  | 'bad_request'
  | 'bad_step'
  | 'bets_full'
  | 'key_reused'
  | 'payout_too_large'
  | 'round_open'
  | 'stake_too_large'
  | 'stake_too_small'
  | 'too_soon'
>

interface PlanRefusalDetail {
  /** The violated limit of stake or payout, in the coin's smallest unit. */
  readonly bound?: bigint
  /** Milliseconds until the bet would be accepted. */
  readonly waitMs?: number
  /** Set if this refusal ends the auto-play of the bet. */
  readonly ends?: AutoPlayEnd
}

/** A bet or step that is not allowed; nothing was planned. Each engine turns it into its own error. */
export class PlanRefusal extends Error {
  override readonly name = 'PlanRefusal'
  readonly code: PlanRefusalCode
  readonly detail: PlanRefusalDetail

  constructor(
    code: PlanRefusalCode,
    message: string,
    { cause, ...detail }: PlanRefusalDetail & ErrorOptions = {},
  ) {
    super(message, { cause })
    this.code = code
    this.detail = detail
  }
}

/** Turns a FairnessError of the rules into a PlanRefusal. @throws PlanRefusal with this code */
export function byRules<T>(code: PlanRefusalCode, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof FairnessError) throw new PlanRefusal(code, error.message, { cause: error })
    throw error
  }
}
