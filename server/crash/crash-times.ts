import { CRASH_BEACON_WAIT_MS, CRASH_BETTING_MS, CRASH_START_AHEAD_MS } from '#contract/crash.ts'

/** In milliseconds. */
export interface CrashTimes {
  readonly bettingMs: number
  /** How much later a bet that has arrived in time is written at most. */
  readonly lateBetsMs: number
  readonly beaconMs: number
  /** From the announcement of the start to the start. */
  readonly aheadMs: number
  /** How much later a cash-out that has arrived in time is written at most, before the rest is lost. */
  readonly drainMs: number
  /** From the end of one round to the next one. */
  readonly pauseMs: number
  readonly beatMs: number
  /** A leader that was silent for this time is replaced. */
  readonly leaseMs: number
  readonly watchMs: number
  /** Rounds go on for this time after somebody was last there. */
  readonly restAfterMs: number
}

export const CRASH_TIMES: CrashTimes = {
  bettingMs: CRASH_BETTING_MS,
  lateBetsMs: 150,
  beaconMs: CRASH_BEACON_WAIT_MS,
  aheadMs: CRASH_START_AHEAD_MS + 200,
  drainMs: 2_000,
  pauseMs: 1_000,
  beatMs: 1_000,
  leaseMs: 2_200,
  watchMs: 600,
  restAfterMs: 60_000,
}
