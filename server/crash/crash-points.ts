import { crashOutcome } from '#rules/crash/crash.ts'
import type { SharedRound } from '#server/play/shared-record.ts'
import type { Chain, CrashChains } from './crash-chain.ts'
import type { CrashRow } from './crash-rounds.ts'

export interface CrashPoints {
  /** Where the round crashes, in hundredths; its salt has to be known. Secret until it crashes. */
  of(row: CrashRow): Promise<number>
  shared(row: CrashRow): Promise<SharedRound>
}

/** Any process can tell where a round ends, and so decides its cash-outs by itself. */
export function createCrashPoints(chains: Pick<CrashChains, 'hashOf' | 'byId'>): CrashPoints {
  let known: { readonly id: string; readonly point: number } | undefined
  return {
    async of(row) {
      if (row.salt === null) throw new Error(`Round ${row.id} has no salt yet`)
      if (known?.id === row.id) return known.point
      const point = crashOutcome(await chains.hashOf(row.chain, row.game), row.salt)
      known = { id: row.id, point }
      return point
    },
    shared: async (row) => sharedRoundOf(row, await chains.byId(row.chain)),
  }
}

export const sharedRoundOf = (row: CrashRow, { lastHash }: Pick<Chain, 'lastHash'>): SharedRound => ({
  id: String(row.id),
  game: 'crash',
  chain: lastHash,
  place: row.game,
  startAt: row.start_at?.getTime() ?? null,
  point: row.point === null ? null : Number(row.point),
})
