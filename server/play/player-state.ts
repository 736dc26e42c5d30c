import { sql } from 'kysely'
import type { Refusal } from '#server/base/refusal.ts'
import { readRunningBonuses, type RunningBonus } from '#server/bonuses/release-bonus.ts'
import type { Database } from '#server/db/tables.ts'
import { readAccount } from '#server/identity/account-row.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'
import type { AutoPlayState } from '#rules/plan/auto-play.ts'
import { readRunning } from './auto-plays.ts'
import { openRoundOf, type OpenRound, type PairOfBet } from './play-record.ts'
import { openServerSeed } from './seed-pairs.ts'
import { openSharedBetOf, type OpenSharedBet } from './shared-record.ts'

/** Its server seed must not leave the server. */
export interface CurrentPair extends PairOfBet {
  readonly serverSeed: string
}

/** Holds for as long as the database has the same `guard`. */
export interface PlayRights {
  readonly guard: string
  /** Milliseconds since the epoch. */
  readonly readAt: number
  readonly refusal: Refusal | null
  /** The player has set a limit for losses or stakes, so each bet is compared with it. */
  readonly hasLimits: boolean
  /** They share the cycle of a game. */
  readonly otherAccounts: readonly number[]
  readonly bonuses: readonly RunningBonus[]
}

/** All that the player's next bet or step is planned from, as of one revision. */
export interface PlayerState {
  readonly uid: number
  readonly revision: bigint
  /** Null before the first pair was begun. */
  readonly pair: CurrentPair | null
  readonly nonce: number
  readonly receipts: bigint
  /** Hash of the last receipt, in hexadecimal digits. */
  readonly receiptHash: string
  /** Milliseconds since the epoch, by game. */
  readonly betAt: Readonly<Record<string, number>>
  readonly rounds: readonly OpenRound[]
  /** In rounds that all players share. */
  readonly shared: readonly OpenSharedBet[]
  readonly autoPlay: AutoPlayState | null
  readonly rights: PlayRights
}

interface StateServices {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'decrypt'>
}

/**
 * Reads the revision and the guard first: they tell of changes, so nothing that is read after them may be older.
 * @throws Refusal `unauthorized` if the account was closed
 */
export async function readPlayerState(
  { db, secrets }: StateServices,
  uid: number,
  now: number,
): Promise<PlayerState> {
  const known = await readKnown(db, uid)
  if (known.account_id === null || known.closed_at) await readAccount(db, uid)
  const rights = await readRights(db, uid, now, known.guard ?? '0')
  const pair = known.pair ? pairOf(secrets, uid, known) : null
  const open = await db
    .selectFrom('round')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .orderBy('id')
    .execute()
  const autoPlay = await readRunning(db, uid)
  return {
    uid,
    pair,
    rights,
    autoPlay,
    rounds: open.filter(({ crash_round: shared }) => shared === null).map(openRoundOf),
    shared: open.filter(({ crash_round: shared }) => shared !== null).map(openSharedBetOf),
    revision: BigInt(known.revision ?? 0),
    nonce: known.nonce ?? 0,
    receipts: BigInt(known.receipts ?? 0),
    receiptHash: Buffer.from(known.receipt_hash ?? []).toString('hex'),
    betAt: known.bet_at ?? {},
  }
}

/** Over all accounts of the player. It holds for as long as the player's lock is held. */
export async function readBetAtOfPlayer(
  trx: Database,
  { uid, betAt, rights }: PlayerState,
): Promise<PlayerState['betAt']> {
  if (rights.otherAccounts.length === 0) return betAt
  const accounts = [uid, ...rights.otherAccounts]
  const rows = await trx
    .selectFrom('play_account')
    .select('bet_at')
    .where('bucket', 'in', [...new Set(accounts.map(bucketOf))])
    .where('account_id', 'in', accounts)
    .execute()
  const latest: Record<string, number> = { ...betAt }
  for (const { bet_at } of rows) {
    for (const [game, at] of Object.entries(bet_at)) latest[game] = Math.max(at, latest[game] ?? at)
  }
  return latest
}

const readKnown = (db: Database, uid: number) =>
  db
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('player'))
    .leftJoin('play_account as account', (join) =>
      join.on('account.bucket', '=', bucketOf(uid)).on('account.account_id', '=', uid),
    )
    .leftJoin('play_guard as guard', (join) =>
      join.on('guard.bucket', '=', bucketOf(uid)).on('guard.account_id', '=', uid),
    )
    .leftJoin('seed_pair as pair', (join) =>
      join
        .on('pair.bucket', '=', bucketOf(uid))
        .on('pair.account_id', '=', uid)
        .onRef('pair.ordinal', '=', 'account.pair'),
    )
    .selectAll('account')
    .select(['guard.version as guard', 'pair.ordinal', 'pair.hash', 'pair.client_seed', 'pair.sealed'])
    .executeTakeFirstOrThrow()

async function readRights(db: Database, uid: number, now: number, guard: string): Promise<PlayRights> {
  const { accounts, refusal, hasLimits } = await readPlayPermission(db, uid, now)
  return {
    guard,
    readAt: now,
    refusal,
    hasLimits,
    otherAccounts: accounts.filter((account) => account !== uid),
    bonuses: await readRunningBonuses(db, uid),
  }
}

function pairOf(
  secrets: StateServices['secrets'],
  uid: number,
  { pair, ordinal, hash, client_seed: clientSeed, sealed }: Awaited<ReturnType<typeof readKnown>>,
): CurrentPair {
  if (ordinal === null || hash === null || clientSeed === null || sealed === null)
    throw new Error(`Pair ${pair} of account ${uid} was not begun`)
  return { ordinal, hash, clientSeed, serverSeed: openServerSeed(secrets, uid, { ordinal, sealed }) }
}
