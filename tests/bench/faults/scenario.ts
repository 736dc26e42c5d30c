import type { Check } from './check.ts'
import type { KillKind } from './kills.ts'

/** The actions of players during the kills, and the final checks. */
export interface Scenario {
  readonly load: {
    readonly operations: readonly {
      readonly kind: string
      readonly sent: number
      readonly isTwice: boolean
      readonly acknowledged: unknown
    }[]
    /** Number of answers by code. */
    readonly answers: ReadonlyMap<string, number>
    readonly sent: number
    /** Answers that no client should ever see. */
    readonly faults: readonly string[]
    /** Time of the last acknowledged operation, by `performance.now()`. */
    readonly acknowledgedAt: number
    noteKill(): void
  }
  /** Kinds of operations. */
  readonly kinds: readonly string[]
  /** Kinds of victims. */
  readonly victims: readonly Exclude<KillKind, 'takeover'>[]
  logIn(players: number): Promise<void>
  /** @param everyMs average pause of each player between two operations */
  start(everyMs: number): void
  /** Starts nothing new, and resolves when every operation has its answer. */
  end(): Promise<void>
  /** Waits for open operations. @returns those that are still open after a long wait, in words */
  settle(): Promise<string[]>
  check(): Promise<Check[]>
}
