import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readMarks, rowsAfter } from '#server/ledger/ledger-rows.ts'
import { gameSumsOf } from '#server/ledger/game-sums.ts'
import type { BetSums } from './standard-error.ts'

export interface GameReturn extends BetSums {
  readonly game: string
  readonly coin: string
  readonly bets: number
}

interface Row {
  game: string
  coin: string
  bets: string
  staked: string
  paid: string
  staked_squares: string
  paid_squares: string
  products: string
}

const SUMS = sql`game, coin, bets, staked, paid, staked_squares, paid_squares, products`

/**
 * Sums all bets: those that the ledger check has summed up, and later ones. An undecided bet counts with its stake.
 * @param trx a transaction with a consistent snapshot
 */
export async function readGameReturns(trx: Database): Promise<GameReturn[]> {
  const later = gameSumsOf(rowsAfter(await readMarks(trx)))
  const { rows } = await sql<Row>`
    select game, coin, sum(bets) as bets, sum(staked) as staked, sum(paid) as paid,
      sum(staked_squares) as staked_squares, sum(paid_squares) as paid_squares, sum(products) as products
    from (
      select ${SUMS} from ledger_check_game
      union all
      select ${SUMS} from ${later} later
    ) part
    group by game, coin order by game, coin`.execute(trx)
  return rows.map(({ game, coin, bets, staked, paid, ...squared }) => ({
    game,
    coin,
    bets: Number(bets),
    staked: BigInt(staked),
    paid: BigInt(paid),
    squares: {
      staked: Number(squared.staked_squares),
      paid: Number(squared.paid_squares),
      products: Number(squared.products),
    },
  }))
}
