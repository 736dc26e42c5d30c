import type pg from 'pg'
import { Refusal } from '#server/base/refusal.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { planTransaction } from '#server/ledger/plan-transaction.ts'
import type { SettledBet } from '#server/play/play-record.ts'
import { hourOf, type Play } from '#server/play/post-plays.ts'

/**
 * Writes a settled bet, each row with its own query. The house's balance comes last, because its lock must be short.
 */
export async function writeNaively(
  client: pg.PoolClient,
  play: Play,
): Promise<{ readonly bet: SettledBet; readonly available: bigint }> {
  const { bet, money } = play
  if (!('payout' in bet) || 'sharedRound' in bet || !money)
    throw new Error('Only bets that are settled at once are measured')
  const { uid } = play.state
  const bucket = bucketOf(uid)
  const held = await client.query<{ id: string; balance: string }>(
    `select id, balance from ledger_account
     where bucket = $1 and holder = $2 and coin = $3 and kind = 'available' for update`,
    [bucket, uid, bet.coin],
  )
  const own = held.rows[0]
  if (!own || BigInt(own.balance) < bet.stake) {
    throw new Refusal('insufficient_funds', 'The balance is lower than the stake')
  }
  const house = await houseOf(client, bucket, bet.coin)
  const { key, fingerprint, kind, subject, moves } = planTransaction(money)
  const posted = await client.query<{ id: string }>(
    `insert into ledger_transaction (bucket, key, fingerprint, kind, subject, at, lines)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [bucket, key, fingerprint, kind, subject, new Date(play.at), moves.length * 2],
  )
  let available = BigInt(own.balance)
  let line = 0
  for (const { from, to, amount } of moves) {
    for (const [account, change] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      const isOwn = 'player' in account
      if (isOwn) available += change
      await client.query(
        `insert into ledger_posting (bucket, transaction_id, line, ledger_account_id, amount, coin, balance_after)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          ...[bucket, posted.rows[0]?.id, ++line, isOwn ? own.id : house, String(change), bet.coin],
          isOwn ? String(available) : null,
        ],
      )
    }
  }
  await client.query('update ledger_account set balance = $3 where bucket = $1 and id = $2', [
    ...[bucket, own.id, String(available)],
  ])
  await insertBet(client, bucket, uid, bet)
  await client.query(
    `insert into receipt (bucket, account_id, sequence, bet_id, text, kid, signature)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[bucket, uid, String(play.receipt.sequence), bet.id],
      ...[play.receipt.text, play.receipt.kid, play.receipt.signature],
    ],
  )
  await count(client, bucket, play, bet)
  await tally(client, bucket, uid, bet)
  await client.query(
    'update ledger_account set balance = balance + $3::numeric where bucket = $1 and id = $2',
    [bucket, house, String(bet.stake - bet.payout)],
  )
  return { bet, available }
}

async function houseOf(client: pg.PoolClient, bucket: number, coin: string): Promise<string> {
  const find = () =>
    client.query<{ id: string }>(
      `select id from ledger_account where bucket = $1 and holder = -1 and coin = $2 and kind = 'house'`,
      [bucket, coin],
    )
  const known = (await find()).rows[0]?.id
  if (known !== undefined) return known
  await client.query(
    `insert into ledger_account (bucket, kind, coin) values ($1, 'house', $2) on conflict do nothing`,
    [bucket, coin],
  )
  const made = (await find()).rows[0]?.id
  if (made === undefined) throw new Error(`The house has no account in bucket ${bucket}`)
  return made
}

async function insertBet(client: pg.PoolClient, bucket: number, uid: number, bet: SettledBet): Promise<void> {
  const isRound = bet.endedBy !== null
  await client.query(
    `insert into bet (bucket, account_id, pair, nonce, id, key, game, coin, placed_at, at, params, outcome, stake,
       multiplier, payout, steps, step_keys, ended_by, usd, edge_usd, receipts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [
      ...[bucket, uid, bet.pair, bet.nonce, bet.id, bet.key, bet.game, bet.coin],
      ...[new Date(bet.placedAt), new Date(bet.at), JSON.stringify(bet.params), JSON.stringify(bet.outcome)],
      ...[String(bet.stake), bet.multiplier, String(bet.payout)],
      ...[isRound ? JSON.stringify(bet.steps) : null, isRound ? bet.stepKeys : null, bet.endedBy],
      ...[String(bet.usd), String(bet.edgeUsd), bet.receipts.map(String)],
    ],
  )
}

/** Counts for limits, levels and the next bet. */
async function count(client: pg.PoolClient, bucket: number, play: Play, bet: SettledBet): Promise<void> {
  const { uid } = play.state
  const paid = (bet.usd * BigInt(bet.multiplier)) / 10_000n
  await client.query(
    `insert into play_hour as known (bucket, account_id, hour, staked, paid) values ($1, $2, $3, $4, $5)
     on conflict (bucket, account_id, hour) do update
       set staked = known.staked + excluded.staked, paid = known.paid + excluded.paid`,
    [bucket, uid, hourOf(play.at), String(bet.usd), String(paid)],
  )
  await client.query(
    `update play_account set revision = revision + 1, nonce = nonce + 1, receipts = $3, receipt_hash = $4,
       bet_at = bet_at || jsonb_build_object($5::text, $6::bigint), bets = bets + 1, wagered = wagered + $7::numeric,
       edge = edge + $8::numeric
     where bucket = $1 and account_id = $2`,
    [
      ...[bucket, uid, String(play.receipt.sequence), Buffer.from(play.receipt.hash, 'hex')],
      ...[bet.game, play.at, String(bet.usd), String(bet.edgeUsd)],
    ],
  )
}

/** Adds the bet to the sums of public lists, with the function that Koi uses for many bets. */
async function tally(client: pg.PoolClient, bucket: number, uid: number, bet: SettledBet): Promise<void> {
  const { id, game, coin, multiplier } = bet
  const amounts = { stake: bet.stake, payout: bet.payout, usd: bet.usd, edge_usd: bet.edgeUsd }
  const row = { item: 1, bucket, account_id: uid, id, game, coin, at: new Date(bet.at), multiplier }
  const texts = Object.entries(amounts).map(([name, amount]) => [name, String(amount)])
  await client.query('select play_tally($1::json, array[1])', [
    JSON.stringify([{ ...row, ...Object.fromEntries(texts) }]),
  ])
}
