import { sql } from 'kysely'
import { lockAccount, type AccountRow } from '#server/identity/account-row.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import { wayOfRow } from '#server/identity/wallet-owners.ts'
import { mailboxHash } from './excluded-email.ts'
import { walletHash } from './excluded-wallet.ts'

// Limits and breaks belong to the player, not to one account: accounts that share a present or former mailbox or
// wallet (a "way") are one player's. Only keyed hashes of ways are stored.

interface Way {
  readonly kind: 'email' | 'wallet'
  readonly hash: Buffer
}

export const emailWay = (secrets: Secrets, email: string): Way => ({
  kind: 'email',
  hash: mailboxHash(secrets, email),
})
export const walletWay = (secrets: Secrets, wallet: string): Way => ({
  kind: 'wallet',
  hash: walletHash(secrets, wallet),
})

/** Call it in the transaction that gives the account the mailbox or wallet. */
export async function keepWay(db: Database, uid: number, way: Way): Promise<void> {
  await write(db, uid, way, null)
}

/** Call it when an account gives the way up: it still counts as the player's. */
export async function giveUpWay(db: Database, uid: number, way: Way, now: number): Promise<void> {
  await write(db, uid, way, new Date(now))
}

async function write(
  db: Database,
  uid: number,
  { kind, hash }: Way,
  given_up_at: Date | null,
): Promise<void> {
  readBefore.delete(db)
  await db
    .insertInto('player_way')
    .values({ account_id: uid, way_hash: hash, kind, given_up_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'way_hash']).doUpdateSet({ given_up_at }))
    .execute()
}

export async function giveUpWays(db: Database, uid: number, now: number): Promise<void> {
  await db
    .updateTable('player_way')
    .set({ given_up_at: new Date(now) })
    .where('account_id', '=', uid)
    .where('given_up_at', 'is', null)
    .execute()
}

/** Cache per transaction: all limits and breaks that it checks must be of the same set of accounts. */
const readBefore = new WeakMap<Database, Map<number, Promise<readonly number[]>>>()

/** In ascending order, including closed accounts. */
export async function accountsOfPlayer(db: Database, uid: number): Promise<readonly number[]> {
  if (!db.isTransaction) return readAccounts(db, uid)
  const known = readBefore.get(db) ?? new Map<number, Promise<readonly number[]>>()
  readBefore.set(db, known)
  const accounts = known.get(uid) ?? readAccounts(db, uid)
  known.set(uid, accounts)
  return accounts
}

async function readAccounts(db: Database, uid: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive player (id) as (
      select ${uid}::integer
      union
      select other.account_id
      from player
      join player_way mine on mine.account_id = player.id
      join player_way other on other.way_hash = mine.way_hash
    )
    select id from player order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** An account that kept such a way would share the other player's limits and breaks. */
export async function isAnothersWay(db: Database, uid: number, { hash }: Way): Promise<boolean> {
  const holder = await holderOf(db, hash)
  return holder !== undefined && !(await accountsOfPlayer(db, uid)).includes(holder.account_id)
}

/** Any holder, present or former: they are all the same player. */
const holderOf = (db: Database, hash: Buffer) =>
  db.selectFrom('player_way').select('account_id').where('way_hash', '=', hash).executeTakeFirst()

/** True if the mailbox is or was of another player with an open account. */
export async function isAnothersMailbox(
  db: Database,
  secrets: Secrets,
  email: string,
  uid: number | null,
): Promise<boolean> {
  const holder = await holderOf(db, mailboxHash(secrets, email))
  if (!holder) return false
  const accounts = await accountsOfPlayer(db, holder.account_id)
  if (uid !== null && accounts.includes(uid)) return false
  const open = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', accounts)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Locks the open account and the player: two of their accounts could exceed a limit together. It locks the account
 * first, then the player's lowest account, to avoid deadlocks.
 * @throws Refusal `unauthorized` when the account was closed meanwhile
 */
export async function lockPlayer(trx: Database, uid: number): Promise<AccountRow> {
  const account = await lockAccount(trx, uid)
  for (let lowest = uid; ;) {
    readBefore.delete(trx)
    const [first = uid] = await accountsOfPlayer(trx, uid)
    if (first >= lowest) return account
    lowest = first
    await trx.selectFrom('account').select('id').where('id', '=', first).forNoKeyUpdate().execute()
  }
}

const BATCH = 500

/** Fills in the ways of accounts that are older than the table. Several processes may run it at once. */
export async function keepEarlierWays(db: Database, secrets: Secrets): Promise<void> {
  for (;;) {
    const emails = await db
      .selectFrom('account')
      .select(['id', 'email'])
      .where('email', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('player_way')
              .select('account_id')
              .whereRef('player_way.account_id', '=', 'account.id')
              .where('kind', '=', 'email')
              .where('given_up_at', 'is', null),
          ),
        ),
      )
      .limit(BATCH)
      .execute()
    await insertWays(
      db,
      emails.flatMap(({ id, email }) => (email === null ? [] : [{ uid: id, ...emailWay(secrets, email) }])),
    )
    if (emails.length < BATCH) break
  }
  const owners = await db
    .selectFrom('wallet')
    .select(['account_id', 'address', 'proven_by', 'chain_id'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('player_way')
            .select('account_id')
            .whereRef('player_way.account_id', '=', 'wallet.account_id')
            .where('kind', '=', 'wallet'),
        ),
      ),
    )
    .execute()
  for (let start = 0; start < owners.length; start += BATCH) {
    const some = owners.slice(start, start + BATCH)
    await insertWays(
      db,
      some.map((wallet) => ({ uid: wallet.account_id, ...walletWay(secrets, wayOfRow(wallet)) })),
    )
  }
}

async function insertWays(db: Database, ways: readonly (Way & { readonly uid: number })[]): Promise<void> {
  if (ways.length === 0) return
  readBefore.delete(db)
  await db
    .insertInto('player_way')
    .values(ways.map(({ uid, kind, hash }) => ({ account_id: uid, way_hash: hash, kind, given_up_at: null })))
    .onConflict((conflict) => conflict.columns(['account_id', 'way_hash']).doUpdateSet({ given_up_at: null }))
    .execute()
}

/** Least time that a former way counts; it also counts as long as a break of the account. */
const KEPT_MS = 365 * 24 * 60 * 60_000

export async function forgetOldWays(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('player_way')
    .where('given_up_at', '<=', new Date(now - KEPT_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('play_break')
            .select('id')
            .whereRef('play_break.account_id', '=', 'player_way.account_id')
            .where('until', '>', new Date(now)),
        ),
      ),
    )
    .execute()
}
