import { createStore } from '#lib/store.ts'
import type { PastSeedPair } from '#features/play/play-engine.ts'
import type { CheckedPair } from './run-pair-check.ts'

export type PairCheck = { readonly pair: PastSeedPair } & (
  | { readonly status: 'working'; readonly count: number; readonly isStopping: boolean }
  /** This browser cannot do it. */
  | { readonly status: 'broken' }
  | ({ readonly status: 'done' } & CheckedPair)
)

/** Checks of revealed pairs since the page was opened, by the hash of the server seed. Changed only by `pair-checks.actions.ts`. */
export const pairChecks = createStore<ReadonlyMap<string, PairCheck>>(new Map())
