import { randomBytes } from 'node:crypto'
import type { RevealedPair, SeedPair } from '#contract/play.ts'
import { SEED_PAIRS_PER_PAGE } from '#contract/play.ts'
import { hashServerSeed, SERVER_SEED_BYTES, serverSeedFrom } from '#fair/seeds.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import { lockPlayAccount } from './play-account.ts'

interface SeedServices {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>
}

const placeOf = (uid: number) => ({ bucket: bucketOf(uid), account_id: uid })
/** A sealed seed is bound to its place: it cannot be opened after it was moved to another player or pair. */
const purposeOf = (uid: number, ordinal: number) => `server-seed ${uid} ${ordinal}`

export const sealServerSeed = (
  secrets: Pick<Secrets, 'encrypt'>,
  uid: number,
  { ordinal, seed }: { readonly ordinal: number; readonly seed: string },
): Buffer => secrets.encrypt(purposeOf(uid, ordinal), Buffer.from(seed))

/** It must not leave the server before the pair has ended. */
export const openServerSeed = (
  secrets: Pick<Secrets, 'decrypt'>,
  uid: number,
  { ordinal, sealed }: { readonly ordinal: number; readonly sealed: Uint8Array },
): string => secrets.decrypt(purposeOf(uid, ordinal), sealed).toString('utf8')

/** The first commitment is made when it is asked for. */
export async function readSeeds(services: SeedServices, uid: number, now: number): Promise<SeedPair> {
  return (await findSeeds(services.db, uid)) ?? beginSeeds(services, uid, now)
}

async function findSeeds(db: Database, uid: number): Promise<SeedPair | null> {
  const row = await db
    .selectFrom('play_account as account')
    .innerJoin('seed_pair as next', (join) =>
      join
        .onRef('next.bucket', '=', 'account.bucket')
        .onRef('next.account_id', '=', 'account.account_id')
        .on('next.state', '=', 'next'),
    )
    .leftJoin('seed_pair as current', (join) =>
      join
        .onRef('current.bucket', '=', 'account.bucket')
        .onRef('current.account_id', '=', 'account.account_id')
        .onRef('current.ordinal', '=', 'account.pair'),
    )
    .select(['account.nonce', 'current.hash', 'current.client_seed', 'next.hash as next_hash'])
    .where('account.bucket', '=', bucketOf(uid))
    .where('account.account_id', '=', uid)
    .executeTakeFirst()
  return (
    (row && {
      serverSeedHash: row.hash,
      clientSeed: row.client_seed,
      nonce: row.nonce,
      nextServerSeedHash: row.next_hash,
    }) ??
    null
  )
}

async function beginSeeds({ db, secrets }: SeedServices, uid: number, now: number): Promise<SeedPair> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('play_account')
      .values(placeOf(uid))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // If two calls come at once, the second one finds the pair of the first.
    await lockPlayAccount(trx, uid)
    if (!(await findSeeds(trx, uid))) await addNext(trx, secrets, { uid, ordinal: 1, now })
  })
  const seeds = await findSeeds(db, uid)
  if (!seeds) throw new Error(`No seeds were made for account ${uid}`)
  return seeds
}

/** Drawn by chance alone: no other seed, and nothing that a player knows, has a part in it. */
export const drawServerSeed = (): string => serverSeedFrom(randomBytes(SERVER_SEED_BYTES))

async function addNext(
  trx: Database,
  secrets: SeedServices['secrets'],
  { uid, ordinal, now }: { readonly uid: number; readonly ordinal: number; readonly now: number },
): Promise<string> {
  const seed = drawServerSeed()
  const hash = hashServerSeed(seed)
  await trx
    .insertInto('seed_pair')
    .values({
      ...placeOf(uid),
      ordinal,
      hash,
      state: 'next',
      made_at: new Date(now),
      sealed: sealServerSeed(secrets, uid, { ordinal, seed }),
    })
    .execute()
  return hash
}

/**
 * Ends the current pair and begins the next one, as committed.
 * @throws Refusal `round_open`, `seed_commitment_wrong`, `unauthorized`
 */
export async function changeSeeds(
  services: SeedServices,
  uid: number,
  asked: { readonly clientSeed: string; readonly nextServerSeedHash: string },
  now: number,
): Promise<{ readonly current: SeedPair; readonly revealed: RevealedPair | null }> {
  await readSeeds(services, uid, now)
  return repeatConflicts(() =>
    services.db.transaction().execute((trx) => change({ ...services, db: trx }, uid, asked, now)),
  )
}

async function change(
  { db: trx, secrets }: SeedServices,
  uid: number,
  { clientSeed, nextServerSeedHash }: { readonly clientSeed: string; readonly nextServerSeedHash: string },
  now: number,
) {
  const account = await lockPlayAccount(trx, uid)
  const pairs = () =>
    trx.selectFrom('seed_pair').selectAll().where('bucket', '=', bucketOf(uid)).where('account_id', '=', uid)
  const next = await pairs().where('state', '=', 'next').executeTakeFirst()
  if (!account || !next) throw new Error(`Account ${uid} has no seeds`)
  if (next.hash !== nextServerSeedHash) {
    throw new Refusal('seed_commitment_wrong', 'That is not the commitment that was shown last')
  }
  const open = await trx
    .selectFrom('round')
    .select('id')
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('crash_round', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (open) throw new Refusal('round_open', 'A round is open')
  const current = await pairs().where('state', '=', 'current').executeTakeFirst()
  const at = new Date(now)
  const set = (ordinal: number, values: object) =>
    trx
      .updateTable('seed_pair')
      .set(values)
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('ordinal', '=', ordinal)
      .execute()
  if (current) await set(current.ordinal, { state: 'ended', bets: account.nonce, ended_at: at })
  await set(next.ordinal, { state: 'current', client_seed: clientSeed, begun_at: at })
  const hash = await addNext(trx, secrets, { uid, ordinal: next.ordinal + 1, now })
  await trx
    .updateTable('play_account')
    .set((eb) => ({ revision: eb('revision', '+', '1'), pair: next.ordinal, nonce: 0 }))
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .execute()
  return {
    current: { serverSeedHash: next.hash, clientSeed, nonce: 0, nextServerSeedHash: hash },
    revealed: current ? revealedOf(secrets, uid, { ...current, bets: account.nonce, ended_at: at }) : null,
  }
}

interface EndedPair {
  readonly ordinal: number
  readonly sealed: Uint8Array
  readonly hash: string
  readonly client_seed: string | null
  readonly bets: number | null
  readonly ended_at: Date | null
}

function revealedOf(secrets: SeedServices['secrets'], uid: number, pair: EndedPair): RevealedPair {
  const { hash, client_seed: clientSeed, bets: betCount, ended_at: endedAt } = pair
  if (clientSeed === null || betCount === null || endedAt === null) {
    throw new Error(`Pair ${pair.ordinal} of account ${uid} has not ended`)
  }
  const serverSeed = openServerSeed(secrets, uid, pair)
  return { serverSeed, serverSeedHash: hash, clientSeed, betCount, revealedAt: endedAt.toISOString() }
}

/** The latest first. @param after ordinal of the last pair of the page before */
export async function listPastPairs(
  { db, secrets }: SeedServices,
  uid: number,
  { after, limit = SEED_PAIRS_PER_PAGE }: { readonly after?: string | undefined; readonly limit?: number },
): Promise<{ readonly pairs: RevealedPair[]; readonly next: string | null }> {
  const rows = await db
    .selectFrom('seed_pair')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('state', '=', 'ended')
    .$if(after !== undefined, (query) => query.where('ordinal', '<', Math.min(Number(after), 2 ** 31 - 1)))
    .orderBy('ordinal', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    pairs: page.map((pair) => revealedOf(secrets, uid, pair)),
    next: last ? String(last.ordinal) : null,
  }
}
