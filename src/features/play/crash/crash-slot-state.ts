import type { CrashBet, CrashRound } from '#contract/crash.ts'

/** The request under way; `asking`: its answer is overdue. */
export type CrashRequest = 'none' | 'placing' | 'cancelling' | 'cashing' | 'asking'

/**
 * `bet`: the player can bet in this round; `next`: in the next one. `queued`: the bet waits for the next round. `placed`:
 * it can be taken back. `locked`: nothing can be done. `riding`: it can be cashed out. The rest are requests under way.
 */
export type CrashSlotState =
  'bet' | 'next' | 'queued' | 'placing' | 'placed' | 'cancelling' | 'locked' | 'riding' | 'cashing' | 'asking'

export interface CrashSlotFacts {
  readonly round: Pick<CrashRound, 'status'> | undefined
  /** False in the first moments of the curve. */
  readonly canCashOut: boolean
  readonly bet: Pick<CrashBet, 'status'> | undefined
  readonly request: CrashRequest
  readonly isQueued: boolean
}

export function crashSlotState({
  round,
  canCashOut,
  bet,
  request,
  isQueued,
}: CrashSlotFacts): CrashSlotState {
  if (request !== 'none') return request
  if (bet?.status === 'placed') {
    if (round?.status === 'betting') return 'placed'
    return round?.status === 'running' && canCashOut ? 'riding' : 'locked'
  }
  if (isQueued) return 'queued'
  return round?.status === 'betting' && bet === undefined ? 'bet' : 'next'
}
