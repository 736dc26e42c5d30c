import type pg from 'pg'
import type { PlayAnswer } from '#contract/play.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { AskedBet } from '#rules/plan/bet.ts'
import type { Rate } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { planBet, type PlanContext } from '#server/play/plan-play.ts'
import { toBet } from '#server/play/play-answers.ts'
import type { PlayerState } from '#server/play/player-state.ts'
import { openServerSeed } from '#server/play/seed-pairs.ts'
import { writeNaively } from './naive-rows.ts'

interface NaiveBet {
  readonly uid: number
  readonly asked: AskedBet
  readonly rate: Rate
  readonly secrets: Secrets
  readonly context: PlanContext
}

/**
 * The naive design of `npm run bench:bets`: each bet is a transaction with one query for each step. It gives the same
 * guarantees as Koi and writes the same rows. Drawing, paying and signing use Koi's own code.
 * @throws Refusal `break_active`, `insufficient_funds` and those of `planBet`; Error for cases that the bench does not
 * have, though it checks them: limits, bonuses, open rounds, auto-plays, a repeated key
 */
export async function betNaively(pool: pg.Pool, bet: NaiveBet): Promise<PlayAnswer> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local koi.writes_play = 'yes'; set local koi.writes_ledger = 'yes'`)
    const answer = await betWithin(client, bet)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function betWithin(
  client: pg.PoolClient,
  { uid, asked, rate, secrets, context }: NaiveBet,
): Promise<PlayAnswer> {
  const account = await lockAccount(client, uid)
  await refuseKnown(client, uid, asked.key)
  await refuseBreaks(client, uid, context.now)
  const pair = await readPair(client, secrets, uid, account.pair)
  const { rows } = await client.query<{ id: string }>(`select nextval('bet_id') as id`)
  const state: PlayerState = {
    uid,
    revision: BigInt(account.revision),
    pair,
    nonce: account.nonce,
    betAt: account.bet_at,
    receipts: BigInt(account.receipts),
    receiptHash: account.receipt_hash.toString('hex'),
    rounds: [],
    shared: [],
    autoPlay: null,
    rights: {
      guard: '0',
      readAt: context.now,
      refusal: null,
      hasLimits: false,
      otherAccounts: [],
      bonuses: [],
    },
  }
  const play = planBet(state, { asked, rate }, rows[0]?.id ?? '', context)
  const { bet, available } = await writeNaively(client, play)
  const { decimals } = rate
  return {
    status: 'settled',
    bet: toBet(bet, { pair, serverSeed: null, decimals }),
    balance: { coin: bet.coin, available: toDecimal(available, decimals) },
    receipt: {
      receipt: play.receipt.text,
      kid: play.receipt.kid,
      signature: play.receipt.signature.toString('base64url'),
    },
  }
}

interface AccountRow {
  readonly revision: string
  readonly pair: number
  readonly nonce: number
  readonly receipts: string
  readonly receipt_hash: Buffer
  readonly bet_at: Readonly<Record<string, number>>
}

async function lockAccount(client: pg.PoolClient, uid: number): Promise<AccountRow> {
  const { rows } = await client.query<AccountRow>(
    `select revision, pair, nonce, receipts, receipt_hash, bet_at from play_account
     where bucket = $1 and account_id = $2 for update`,
    [bucketOf(uid), uid],
  )
  if (!rows[0]) throw new Refusal('client_seed_missing', 'Choose a client seed first')
  return rows[0]
}

async function refuseKnown(client: pg.PoolClient, uid: number, key: string): Promise<void> {
  const place = [bucketOf(uid), uid]
  await expectNone(client, 'select id from bet where bucket = $1 and account_id = $2 and key = $3', [
    ...place,
    key,
  ])
  await expectNone(client, 'select id, key from round where bucket = $1 and account_id = $2', place)
  await expectNone(
    client,
    'select id from auto_play where bucket = $1 and account_id = $2 and ended is null',
    place,
  )
  await expectNone(client, `select id from bonus where account_id = $1 and status = 'active'`, [uid])
}

/** Breaks, exclusions and limits cover all accounts of a player. */
async function refuseBreaks(client: pg.PoolClient, uid: number, now: number): Promise<void> {
  const accounts = await client.query<{ id: number }>(
    `with recursive player (id) as (
       select $1::integer
       union
       select other.account_id from player
       join player_way mine on mine.account_id = player.id
       join player_way other on other.way_hash = mine.way_hash)
     select id from player`,
    [uid],
  )
  const uids = accounts.rows.map(({ id }) => id)
  const breaks = await client.query(
    'select kind from play_break where account_id = any($1::integer[]) and until > $2 limit 1',
    [uids, new Date(now)],
  )
  const exclusions = await client.query(
    `select way.account_id from player_way way
     left join excluded_email email on email.email_hash = way.way_hash
     left join excluded_wallet wallet on wallet.address_hash = way.way_hash
     where way.account_id = any($1::integer[]) and (email.until > $2 or wallet.until > $2) limit 1`,
    [uids, new Date(now)],
  )
  if (breaks.rows.length + exclusions.rows.length > 0) {
    throw new Refusal('break_active', 'A break from play is under way')
  }
  await expectNone(
    client,
    `select kind from play_limit
     where account_id = any($1::integer[]) and kind in ('loss', 'wager') and amount is not null limit 1`,
    [uids],
  )
}

async function readPair(client: pg.PoolClient, secrets: Secrets, uid: number, ordinal: number) {
  const { rows } = await client.query<{ hash: string; client_seed: string; sealed: Buffer }>(
    'select hash, client_seed, sealed from seed_pair where bucket = $1 and account_id = $2 and ordinal = $3',
    [bucketOf(uid), uid, ordinal],
  )
  if (!rows[0]) throw new Error(`Account ${uid} has no pair ${ordinal}`)
  const { hash, client_seed: clientSeed, sealed } = rows[0]
  return { ordinal, hash, clientSeed, serverSeed: openServerSeed(secrets, uid, { ordinal, sealed }) }
}

async function expectNone(client: pg.PoolClient, text: string, values: unknown[]): Promise<void> {
  const { rows } = await client.query(text, values)
  if (rows.length > 0) throw new Error(`The bench does not support this: ${text}`)
}
