import { sql } from 'kysely'
import { PLAYER_KINDS, type AccountKind, type PlayerKind } from '#server/db/ledger-kinds.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from './bucket.ts'

/** In the smallest unit. */
export type CoinBalance = { readonly coin: string } & Readonly<Record<PlayerKind, bigint>>

/** One entry for each coin that ever moved, in display order. */
export async function balancesOf(db: Database, player: number): Promise<CoinBalance[]> {
  const rows = await db
    .selectFrom('ledger_account')
    .innerJoin('coin', 'coin.id', 'ledger_account.coin')
    .select(['ledger_account.coin', 'ledger_account.kind', 'ledger_account.balance'])
    .where('ledger_account.bucket', '=', bucketOf(player))
    .where('ledger_account.account_id', '=', player)
    .orderBy('coin.position')
    .orderBy('coin.id')
    .execute()
  return byCoin(rows)
}

/** Locks the player's balances until the end of the transaction. Omits zero balances. */
export async function lockBalancesOf(trx: Database, player: number): Promise<CoinBalance[]> {
  const rows = await trx
    .selectFrom('ledger_account')
    .select(['coin', 'kind', 'balance'])
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .orderBy('id')
    .forUpdate()
    .execute()
  return byCoin(rows).filter(({ available, locked, pending }) => available + locked + pending > 0n)
}

function byCoin(rows: readonly { coin: string; kind: AccountKind; balance: string }[]): CoinBalance[] {
  const coins = new Map<string, CoinBalance>()
  for (const { coin, kind, balance } of rows) {
    const held = coins.get(coin) ?? { coin, available: 0n, locked: 0n, pending: 0n }
    coins.set(coin, { ...held, [kind]: BigInt(balance) })
  }
  return [...coins.values()]
}

export interface AccountTotal {
  readonly coin: string
  readonly kind: AccountKind
  /** Sum over all accounts of the kind, in the smallest unit. */
  readonly balance: bigint
}

export const owedIn = (totals: readonly AccountTotal[], coin: string): bigint =>
  totals
    .filter((total) => total.coin === coin && PLAYER_KINDS.some((kind) => kind === total.kind))
    .reduce((sum, { balance }) => sum + balance, 0n)

export async function readTotals(db: Database): Promise<AccountTotal[]> {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['coin', 'kind', sql<string>`sum(balance)`.as('balance')])
    .groupBy(['coin', 'kind'])
    .orderBy('coin')
    .orderBy('kind')
    .execute()
  return rows.map(({ coin, kind, balance }) => ({ coin, kind, balance: BigInt(balance) }))
}
