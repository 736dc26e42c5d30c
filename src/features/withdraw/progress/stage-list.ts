import type { WithdrawalStatus } from '#contract/withdrawals.ts'
import { hasMoneyBack } from '#contract/withdrawals.ts'

/** What a withdrawal goes through, in order. `review` is passed in a moment unless a person has to look. */
export const STAGES = ['requested', 'review', 'signed', 'broadcast', 'confirmed'] as const
export type Stage = (typeof STAGES)[number]

/** How many stages are behind it: the next one is under way. */
const DONE: Readonly<Record<WithdrawalStatus, number>> = {
  queued: 1,
  review: 1,
  signing: 2,
  signed: 3,
  broadcast: 4,
  confirmed: 5,
  cancelled: 1,
  refused: 1,
  failed: 4,
}

export interface StageState {
  readonly stage: Stage
  readonly state: 'done' | 'current' | 'ahead' | 'stopped'
}

/** The stages as far as it came; one that ended early stops where it ended. */
export function stagesOf(status: WithdrawalStatus): StageState[] {
  const done = DONE[status]
  const isStopped = hasMoneyBack(status)
  return STAGES.map((stage, index) => ({
    stage,
    state: index < done ? 'done' : index > done ? 'ahead' : isStopped ? 'stopped' : 'current',
  }))
}
