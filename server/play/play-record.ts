import { createStream } from '#fair/stream.ts'
import type { BetTable, RoundTable } from '#server/db/tables.ts'
import { rulesOf } from '#rules/games.ts'
import type { Ending, PlannedBet } from '#rules/plan/bet.ts'
import type { Selectable } from 'kysely'

export interface PairOfBet {
  readonly ordinal: number
  readonly hash: string
  readonly clientSeed: string
}

export interface CommonBet extends PlannedBet {
  readonly id: string
  /** Worth of the stake, and the house's edge on it, in 10⁻⁸ dollars. */
  readonly usd: bigint
  readonly edgeUsd: bigint
  /** Numbers of its receipts: of the bet, and one for each step and the cash-out. */
  readonly receipts: readonly bigint[]
}

export interface PlacedBet extends CommonBet {
  readonly pair: number
  readonly nonce: number
}

/** A round that waits for its player. It does not hold what is hidden: the seeds decide that. */
export interface OpenRound extends PlacedBet {
  readonly touchedAt: number
}

export type SettledBet = PlacedBet &
  Ending & {
    /** The house has paid its stake: it counts for nothing. */
    readonly isFree: boolean
  }

type CommonRow = Pick<
  Selectable<RoundTable>,
  | 'id'
  | 'key'
  | 'game'
  | 'coin'
  | 'placed_at'
  | 'stake'
  | 'usd'
  | 'edge_usd'
  | 'receipts'
  | 'auto_play'
  | 'auto_play_step'
> & { readonly step_keys: string[] | null }

/** All but the fields that the game's rules have to read. */
export function commonOf(row: CommonRow): Omit<CommonBet, 'params' | 'steps'> {
  return {
    id: String(row.id),
    key: row.key,
    game: row.game,
    coin: row.coin,
    placedAt: row.placed_at.getTime(),
    stake: BigInt(row.stake),
    usd: BigInt(row.usd),
    edgeUsd: BigInt(row.edge_usd),
    receipts: row.receipts.map(BigInt),
    stepKeys: row.step_keys ?? [],
    autoPlay:
      row.auto_play === null || row.auto_play_step === null
        ? null
        : { id: row.auto_play, step: row.auto_play_step },
  }
}

type PlacedRow = CommonRow & {
  readonly params: unknown
  readonly pair: number | null
  readonly nonce: number | null
  readonly steps: unknown[] | null
}

function placedOf(row: PlacedRow): PlacedBet {
  const { pair, nonce } = row
  if (pair === null || nonce === null) throw new Error(`Bet ${row.id} is of no pair of seeds`)
  const rules = rulesOf(row.game)
  return {
    ...commonOf(row),
    pair,
    nonce,
    params: rules.parseParams(row.params),
    steps: rules.kind === 'round' ? (row.steps ?? []).map((step) => rules.parseStep(step)) : [],
  }
}

export const openRoundOf = (row: Selectable<RoundTable>): OpenRound => ({
  ...placedOf(row),
  touchedAt: row.touched_at.getTime(),
})

export const settledBetOf = (row: Selectable<BetTable>): SettledBet => ({
  ...placedOf(row),
  at: row.at.getTime(),
  outcome: rulesOf(row.game).parseOutcome(row.outcome),
  multiplier: Number(row.multiplier),
  payout: BigInt(row.payout),
  endedBy: row.ended_by,
  isFree: row.free,
})

interface Drawn {
  readonly serverSeed: string
  readonly clientSeed: string
}

/** All that the seeds decide of a bet, as far as its steps and the next one can show it. */
export const drawnOf = (
  { game, params, nonce, steps }: Pick<PlacedBet, 'game' | 'params' | 'nonce' | 'steps'>,
  { serverSeed, clientSeed }: Drawn,
): unknown => rulesOf(game).draw(createStream({ serverSeed, clientSeed, nonce }), params, steps.length + 1)
