import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { grantKey, grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'

const COIN = 'usdt-tron'
/** 1,000 USDT, of which the ledger keeps six decimals. */
const AMOUNT = 1_000_000_000n
/** A grant that is no longer given stays here: the books know old ones by it. */
export const PRACTICE_GRANT = { coin: COIN, amount: `${AMOUNT}` }
const BATCH = 500

/** Idempotent. */
export async function grantPracticeUsdt(db: Database, player: number, at: number): Promise<void> {
  await postTransaction(db, grantPracticeMoney({ player, coin: COIN, amount: AMOUNT }), at)
}

/** For accounts older than practice money. @returns their number */
export async function grantToEarlierAccounts(db: Database, clock: Clock): Promise<number> {
  let granted = 0
  for (let after = 0; ;) {
    const players = await openAccountsAfter(db, after)
    const last = players.at(-1)
    if (last === undefined) return granted
    for (const player of await withoutGrant(db, players)) {
      if (await grantToOpen(db, player, clock())) granted += 1
    }
    after = last
  }
}

async function openAccountsAfter(db: Database, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', '>', after)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  return rows.map(({ id }) => id)
}

async function withoutGrant(db: Database, players: readonly number[]): Promise<number[]> {
  const keys = players.map((player) => grantKey(player, COIN))
  const rows = await db
    .selectFrom('ledger_transaction')
    .select('key')
    .where('bucket', 'in', [...new Set(players.map(bucketOf))])
    .where('key', 'in', keys)
    .execute()
  const granted = new Set(rows.map(({ key }) => key))
  return players.filter((player) => !granted.has(grantKey(player, COIN)))
}

/** Locks the account, so that it stays open until the transaction ends. */
async function grantToOpen(db: Database, player: number, at: number): Promise<boolean> {
  return repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      const account = await trx
        .selectFrom('account')
        .select('id')
        .where('id', '=', player)
        .where('closed_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (account) await grantPracticeUsdt(trx, player, at)
      return account !== undefined
    }),
  )
}
