import { Refusal } from '#server/base/refusal.ts'
import { readRunningBonuses, type RunningBonus } from '#server/bonuses/release-bonus.ts'
import type { Database } from '#server/db/tables.ts'
import { readAccount } from '#server/identity/account-row.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { hasPlayLimits } from '#server/responsible-play/play-limits.ts'
import { accountsOfPlayer } from '#server/responsible-play/player-ways.ts'
import type { AutoPlayState } from './auto-play-rules.ts'
import { readRunning } from './auto-plays.ts'
import { openRoundOf, type OpenRound, type PairOfBet } from './play-record.ts'
import { openServerSeed } from './seed-pairs.ts'
import { openSharedBetOf, type OpenSharedBet } from './shared-record.ts'

/** The pair that bets are drawn with. Its server seed must not leave the server. */
export interface CurrentPair extends PairOfBet {
  readonly serverSeed: string
}

/** Whether and how a player may bet, as long as `guard` is what the database has. */
export interface PlayRights {
  readonly guard: string
  /** Milliseconds since the epoch. */
  readonly readAt: number
  /** Why no bet is taken now. */
  readonly refusal: Refusal | null
  /** He has set a limit for losses or stakes, so each bet has to be compared with it. */
  readonly hasLimits: boolean
  /** Other accounts of the player: what may be done only once at a time holds for all of them together. */
  readonly otherAccounts: readonly number[]
  readonly bonuses: readonly RunningBonus[]
}

/** All that the player's next bet or step is planned from, as of one revision. */
export interface PlayerState {
  readonly uid: number
  readonly revision: bigint
  /** Null before the first pair was begun. */
  readonly pair: CurrentPair | null
  /** Of the next bet. */
  readonly nonce: number
  readonly receipts: bigint
  /** Of the last receipt, as hexadecimal text. */
  readonly receiptHash: string
  /** When each game was bet on last, in milliseconds since the epoch. */
  readonly betAt: Readonly<Record<string, number>>
  readonly rounds: readonly OpenRound[]
  /** His bets in rounds that all players share. */
  readonly shared: readonly OpenSharedBet[]
  /** The one that has not ended. */
  readonly autoPlay: AutoPlayState | null
  readonly rights: PlayRights
}

interface StateServices {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'decrypt'>
}

/**
 * Reads it in the order in which a change of it is noticed: the revision and the guard first, so that what comes after
 * them is never older.
 * @throws Refusal `unauthorized` when the account has been closed
 */
export async function readPlayerState(
  { db, secrets }: StateServices,
  uid: number,
  now: number,
): Promise<PlayerState> {
  const account = await db
    .selectFrom('play_account')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .executeTakeFirst()
  if (!account || account.closed_at) await readAccount(db, uid)
  const rights = await readRights(db, uid, now)
  const pair = account?.pair ? await readPair({ db, secrets }, uid, account.pair) : null
  const open = await db
    .selectFrom('round')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .orderBy('id')
    .execute()
  const autoPlay = await readRunning(db, uid)
  return {
    ...{ uid, pair, rights, autoPlay },
    rounds: open.filter(({ crash_round: shared }) => shared === null).map(openRoundOf),
    shared: open.filter(({ crash_round: shared }) => shared !== null).map(openSharedBetOf),
    revision: BigInt(account?.revision ?? 0),
    nonce: account?.nonce ?? 0,
    receipts: BigInt(account?.receipts ?? 0),
    receiptHash: Buffer.from(account?.receipt_hash ?? []).toString('hex'),
    betAt: account?.bet_at ?? {},
  }
}

/**
 * When each game was bet on last by the player, on whichever of his accounts. It holds as long as his lock is held.
 */
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

async function readRights(db: Database, uid: number, now: number): Promise<PlayRights> {
  const guard = await db
    .selectFrom('play_guard')
    .select('version')
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .executeTakeFirst()
  const refusal = await assertMayPlay(db, uid, now).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
  return {
    ...{ guard: guard?.version ?? '0', readAt: now, refusal },
    hasLimits: await hasPlayLimits(db, uid),
    otherAccounts: (await accountsOfPlayer(db, uid)).filter((account) => account !== uid),
    bonuses: await readRunningBonuses(db, uid),
  }
}

async function readPair({ db, secrets }: StateServices, uid: number, ordinal: number): Promise<CurrentPair> {
  const pair = await db
    .selectFrom('seed_pair')
    .select(['ordinal', 'hash', 'client_seed', 'sealed'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('ordinal', '=', ordinal)
    .executeTakeFirstOrThrow()
  const { hash, client_seed: clientSeed } = pair
  if (clientSeed === null) throw new Error(`Pair ${ordinal} of account ${uid} was not begun`)
  return { ordinal, hash, clientSeed, serverSeed: openServerSeed(secrets, uid, pair) }
}
