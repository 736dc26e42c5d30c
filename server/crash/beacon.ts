import type { CrashChainSalt } from '#contract/crash.ts'

/** A value that nobody knew before a moment, and that everybody can look up afterwards. */
export interface BeaconValue {
  /** Its number in the beacon. */
  readonly round: number
  /** In hexadecimal digits: the salt of a round of Crash. */
  readonly value: string
  /** What the beacon has signed it with; null where it signs nothing. */
  readonly signature: string | null
}

export interface Beacon {
  readonly rule: CrashChainSalt
  /**
   * The first value of the beacon after a moment: always the same one for the same moment, whenever it is asked for.
   * Null when it is not known by `until`, or the signal says that nobody needs it any more.
   * @param after and `until` in milliseconds since the epoch
   */
  first(after: number, until: number, signal: AbortSignal): Promise<BeaconValue | null>
}
