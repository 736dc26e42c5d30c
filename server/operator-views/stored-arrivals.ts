import { sql, type RawBuilder } from 'kysely'
import type { Arrival } from '#contract/operator/chains.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { DepositState } from '#server/db/deposit-state.ts'
import type { Database } from '#server/db/tables.ts'

const MOST_FOUND = 500

/** Decimals of each coin. */
type Coins = ReadonlyMap<string, number>

export async function readCoins(db: Database): Promise<Coins> {
  const rows = await db.selectFrom('coin').select(['id', 'decimals']).execute()
  return new Map(rows.map(({ id, decimals }) => [id, decimals]))
}

/** In whole coins; in units of the chain for a token that is not one of our coins. */
export const amountOf = (coins: Coins, coin: string | null, units: string): string =>
  coin === null ? units : toDecimal(BigInt(units), coins.get(coin) ?? 0)

interface Stored {
  readonly kind: 'deposit' | 'unclaimed'
  readonly chain: string
  readonly tx_id: string
  readonly log_index: number | null
  readonly at: Date
  readonly coin: string | null
  readonly amount: string
  readonly sender: string
  readonly recipient: string
  readonly status: DepositState | 'open' | 'claimed'
  readonly account_id: number | null
}

export interface StoredArrival {
  /** As `npm run deposits` accepts it. */
  readonly name: string
  readonly arrival: Arrival
}

/** Deposits, and transfers from unknown wallets that are no deposit yet. */
export async function storedArrivals(
  db: Database,
  coins: Coins,
  where: RawBuilder<unknown>,
): Promise<StoredArrival[]> {
  const { rows } = await sql<Stored>`
    select * from (
      select 'deposit' as kind, chain, tx_id, log_index, block_at as at, coin, amount::text as amount, sender, recipient,
        status, account_id from deposit where ${where}
      union all
      select 'unclaimed', chain, tx_id, log_index, block_at, coin, amount::text, sender, recipient,
        case when claimed_at is null then 'open' else 'claimed' end, null from unclaimed_transfer where ${where}
    ) stored order by at desc, tx_id, log_index limit ${MOST_FOUND}`.execute(db)
  const deposits = new Set(rows.filter(({ kind }) => kind === 'deposit').map(nameOf))
  return rows
    .filter((row) => row.kind === 'deposit' || (row.status === 'open' && !deposits.has(nameOf(row))))
    .map((row) => ({
      name: nameOf(row),
      arrival: {
        chain: row.chain,
        txId: row.tx_id,
        at: row.at.toISOString(),
        coin: row.coin,
        amount: amountOf(coins, row.coin, row.amount),
        from: row.sender,
        to: row.recipient,
        uid: row.account_id,
        ...meaningOf(row),
      },
    }))
}

const nameOf = ({ chain, tx_id, log_index }: Pick<Stored, 'chain' | 'tx_id' | 'log_index'>) =>
  `${chain}/${tx_id}/${log_index}`

function meaningOf(row: Stored): Pick<Arrival, 'state' | 'advice'> {
  const name = nameOf(row)
  switch (row.status) {
    case 'confirming':
      return {
        state: 'waiting',
        advice: 'It is in a block and waits for its confirmations. Nothing is to be done.',
      }
    case 'confirmed':
      return {
        state: 'waiting',
        advice: 'It is final and is credited as soon as its coin has a fresh price. Nothing is to be done.',
      }
    case 'credited':
      return { state: 'credited', advice: `It was credited to player ${row.account_id}.` }
    case 'below_minimum':
      return {
        state: 'below_minimum',
        advice: 'It is below the smallest deposit, which players are told: it is not credited.',
      }
    case 'wrong_token':
      return {
        state: 'unknown_coin',
        advice: 'The token is none of our coins. It lies at the address, and you may send it back by hand.',
      }
    case 'dropped':
      return {
        state: 'lapsed',
        advice: 'It was seen and is in no block any more. If it comes back, it is credited by itself.',
      }
    case 'account_closed':
      return {
        state: 'held',
        advice: `It came after the account was closed. Settle it with the player, then: npm run deposits -- close ${name} --why <reason>.`,
      }
    case 'too_large':
      return {
        state: 'held',
        advice: `It is more than the ledger can hold for a player. Settle it by hand, then: npm run deposits -- close ${name} --why <reason>.`,
      }
    case 'open':
    case 'claimed':
      return {
        state: 'held',
        advice: `It came from a wallet that no player has linked. If the player can show that it is theirs: npm run deposits -- assign ${name} <player>.`,
      }
  }
}
