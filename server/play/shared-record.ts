import type { Selectable } from 'kysely'
import { CRASH_CASH_OUT_CAUSES } from '#contract/crash.ts'
import { parseChoice, parseFields, parseInteger } from '#fair/parse-value.ts'
import type { CrashBetParams, CrashEnding, TakenPart } from '#rules/plan/crash-bet.ts'
import type { BetTable, RoundTable } from '#server/db/tables.ts'
import { commonOf, type CommonBet } from './play-record.ts'

export interface SharedRound {
  readonly id: string
  /** Slug of the game. */
  readonly game: string
  /** The last hash of its chain, published before the first game. */
  readonly chain: string
  readonly place: number
  /** When the curve starts, in milliseconds since the epoch; null before that is decided. */
  readonly startAt: number | null
  /** Where it has crashed, in hundredths; null for as long as it is secret. */
  readonly point: number | null
}

const PART_CAUSES = [...CRASH_CASH_OUT_CAUSES, 'refund'] as const

/** A bet that the round decides, and no seeds of the player. */
export interface SharedBet extends CommonBet {
  readonly sharedRound: string
  readonly params: CrashBetParams
  readonly steps: readonly TakenPart[]
}

export interface OpenSharedBet extends SharedBet {
  readonly touchedAt: number
  /** 1 or 2 in its round. */
  readonly place: number
}

export interface SettledSharedBet extends SharedBet, CrashEnding {
  readonly place: number | null
}

function paramsOf(value: unknown): CrashBetParams {
  const { target, cap } = parseFields(value, 'params')
  const point = (number: unknown, name: string) => parseInteger(number, name, 100, Number.MAX_SAFE_INTEGER)
  return { target: target === null ? null : point(target, 'target'), cap: point(cap, 'cap') }
}

function partOf(value: unknown): TakenPart {
  const { share, point, by, arrivedMs } = parseFields(value, 'a part')
  return {
    share: parseInteger(share, 'share', 1, 100),
    point: parseInteger(point, 'point', 100, Number.MAX_SAFE_INTEGER),
    by: parseChoice(by, 'by', PART_CAUSES),
    arrivedMs: typeof arrivedMs === 'number' ? arrivedMs : null,
  }
}

export const sharedPartsOf = (steps: readonly unknown[] | null): TakenPart[] => (steps ?? []).map(partOf)

function sharedOf(row: Selectable<RoundTable> | Selectable<BetTable>): SharedBet {
  if (row.crash_round === null) throw new Error(`Bet ${row.id} is of no shared round`)
  return {
    ...commonOf(row),
    sharedRound: String(row.crash_round),
    params: paramsOf(row.params),
    steps: sharedPartsOf(row.steps),
  }
}

export const openSharedBetOf = (row: Selectable<RoundTable>): OpenSharedBet => ({
  ...sharedOf(row),
  touchedAt: row.touched_at.getTime(),
  place: row.crash_place ?? 1,
})

export function settledSharedBetOf(row: Selectable<BetTable>): SettledSharedBet {
  if (row.ended_by === null) throw new Error(`Bet ${row.id} has not ended`)
  return {
    ...sharedOf(row),
    at: row.at.getTime(),
    place: null,
    endedBy: row.ended_by,
    multiplier: Number(row.multiplier),
    payout: BigInt(row.payout),
  }
}
