import type { CrashChainSalt } from '#contract/crash.ts'

/** Nobody knows it before a moment, and everybody can look it up afterwards. */
export interface BeaconValue {
  readonly round: number
  /** In hexadecimal digits: the salt of a round of Crash. */
  readonly value: string
  /** Null if the beacon signs nothing. */
  readonly signature: string | null
}

export interface Beacon {
  readonly rule: CrashChainSalt
  /**
   * The first value of the beacon after a moment: always the same value for the same moment. Null if it is not known by
   * `until`, or the signal is aborted.
   * @param after and `until` in milliseconds since the epoch
   */
  first(after: number, until: number, signal: AbortSignal): Promise<BeaconValue | null>
}
