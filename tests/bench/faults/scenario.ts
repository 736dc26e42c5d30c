import type { Check } from './check.ts'
import type { KillKind } from './kills.ts'

/** What players do while parts of the world are killed, and how it is judged. */
export interface Scenario {
  readonly load: {
    readonly operations: readonly {
      readonly kind: string
      readonly sent: number
      readonly isTwice: boolean
      readonly acknowledged: unknown
    }[]
    /** How often each code was answered. */
    readonly answers: ReadonlyMap<string, number>
    readonly sent: number
    /** What no client should ever see. */
    readonly faults: readonly string[]
    /** When something was last acknowledged, by `performance.now()`. */
    readonly acknowledgedAt: number
    noteKill(): void
  }
  /** Kinds of operations. */
  readonly kinds: readonly string[]
  /** What is killed. */
  readonly victims: readonly Exclude<KillKind, 'takeover'>[]
  logIn(players: number): Promise<void>
  /** @param everyMs pause of each player between two operations, on average */
  start(everyMs: number): void
  /** Nobody begins anything new; resolves when everything begun has its answer. */
  end(): Promise<void>
  /** Waits for what is still under way. What has not ended after a long wait, in words. */
  settle(): Promise<string[]>
  check(): Promise<Check[]>
}
