import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readMarks } from '#server/ledger/check-marks.ts'
import { gameSumsOf } from '#server/ledger/game-sums.ts'
import { rowsAfter } from '#server/ledger/ledger-rows.ts'

/** What was staked in a game in one coin, and what it paid, in smallest units. */
export interface GameReturn {
  readonly game: string
  readonly coin: string
  readonly bets: number
  readonly staked: bigint
  readonly paid: bigint
}

interface Row {
  game: string
  coin: string
  bets: string
  staked: string
  paid: string
}

/**
 * Adds up every bet of the ledger: those that its check has added up, and those that came after. A bet that is not
 * decided yet counts with its stake.
 * @param trx a transaction that sees one moment
 */
export async function readGameReturns(trx: Database): Promise<GameReturn[]> {
  const later = gameSumsOf(rowsAfter(await readMarks(trx)))
  const { rows } = await sql<Row>`
    select game, coin, sum(bets) as bets, sum(staked) as staked, sum(paid) as paid from (
      select game, coin, bets, staked, paid from ledger_check_game
      union all
      select game, coin, bets, staked, paid from ${later} later
    ) part
    group by game, coin order by game, coin`.execute(trx)
  return rows.map(({ game, coin, bets, staked, paid }) => ({
    ...{ game, coin, bets: Number(bets), staked: BigInt(staked), paid: BigInt(paid) },
  }))
}
