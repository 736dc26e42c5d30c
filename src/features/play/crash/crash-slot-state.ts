import type { CrashBet, CrashRound } from '#contract/crash.ts'

/** What a slot's request is about while it is under way; `asking`: its answer is overdue, and is asked for. */
export type CrashRequest = 'none' | 'placing' | 'cancelling' | 'cashing' | 'asking'

/**
 * What a slot can do now. `bet`: in this round. `next`: for the next one. `queued`: it goes into the next one. `placed`:
 * it is in, and can be taken back. `locked`: it is in, and nothing can be done. `riding`: it can be cashed out. The rest
 * are requests under way.
 */
export type CrashSlotState =
  'bet' | 'next' | 'queued' | 'placing' | 'placed' | 'cancelling' | 'locked' | 'riding' | 'cashing' | 'asking'

export interface CrashSlotFacts {
  readonly round: Pick<CrashRound, 'status'> | undefined
  /** The curve shows what a bet goes out at by hand. */
  readonly canCashOut: boolean
  /** The slot's bet in that round. */
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
