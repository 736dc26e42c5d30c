import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { sha256 } from '#server/identity/secrets.ts'

interface RegisteredBet {
  readonly player: number
  readonly coin: string
  readonly game: string
  /** A number. */
  readonly bet: string
  /** In the coin's smallest unit. */
  readonly amount: bigint
  /** Null for a round that is open. */
  readonly payout: bigint | null
  readonly at: number
  /** Whether stake and payout are posted one after the other. */
  readonly isRound?: boolean
}

/**
 * A bet with a result that the test chooses, in all tables but the ledger, as the engine would write it: with the
 * player's first seed pair, receipts and counts. Only the signatures are none.
 */
export async function registerBet(
  trx: Database,
  { player, coin, game, bet, amount, payout, at, isRound = payout === null }: RegisteredBet,
): Promise<void> {
  const [bucket, moment] = [bucketOf(player), new Date(at)]
  const place = { bucket, account_id: player }
  const hash = sha256(`server seed of ${player}`).toString('hex')
  await sql`set local koi.writes_play = 'yes'`.execute(trx)
  await sql`insert into play_account (bucket, account_id, pair) values (${bucket}, ${player}, 1)
    on conflict (bucket, account_id) do update set revision = play_account.revision + 1`.execute(trx)
  await sql`insert into seed_pair (bucket, account_id, ordinal, state, sealed, hash, client_seed, made_at, begun_at)
    values (${bucket}, ${player}, 1, 'current', 'sealed', ${hash}, 'client seed', ${moment}, ${moment})
    on conflict do nothing`.execute(trx)
  const {
    nonce,
    receipts,
    receipt_hash: before,
  } = await trx
    .selectFrom('play_account')
    .select(['nonce', 'receipts', 'receipt_hash'])
    .where('bucket', '=', bucket)
    .where('account_id', '=', player)
    .executeTakeFirstOrThrow()
  const { decimals } = await trx
    .selectFrom('coin')
    .select('decimals')
    .where('id', '=', coin)
    .executeTakeFirstOrThrow()
  const isSettledLater = isRound && payout !== null
  const last = BigInt(receipts) + (isSettledLater ? 2n : 1n)
  let prev = Buffer.from(before).toString('hex')
  for (let sequence = BigInt(receipts) + 1n; sequence <= last; sequence++) {
    const settled = sequence === last && payout !== null ? `"payout":"${written(payout, decimals)}",` : ''
    const text =
      `{"bet":"${bet}","coin":"${coin}","game":"${game}","nonce":${nonce},"pair":1,${settled}"prev":"${prev}",` +
      `"serverSeedHash":"${hash}","stake":"${written(amount, decimals)}","v":1}`
    await sql`insert into receipt (bucket, account_id, sequence, bet_id, text, kid, signature)
      values (${bucket}, ${player}, ${`${sequence}`}, ${bet}, ${text}, 'test', ${Buffer.alloc(64)})`.execute(
      trx,
    )
    prev = sha256(text).toString('hex')
  }
  const numbers = Array.from(
    { length: isSettledLater ? 2 : 1 },
    (_, i) => `${BigInt(receipts) + BigInt(i) + 1n}`,
  )
  const write = (table: 'bet' | 'round', row: object) =>
    sql`insert into ${sql.table(table)} select * from jsonb_populate_record(null::${sql.table(table)},
      ${JSON.stringify(row)}::jsonb)`.execute(trx)
  const fields = {
    ...{
      ...place,
      id: bet,
      pair: 1,
      nonce,
      key: crypto.randomUUID(),
      game,
      coin,
      placed_at: moment,
      params: {},
    },
    ...{ stake: `${amount}`, usd: '7', edge_usd: '3', receipts: numbers },
    ...(isRound && { steps: [], step_keys: [] }),
  }
  if (payout === null) await write('round', { ...fields, touched_at: moment })
  else {
    const multiplier = `${(payout * 10_000n + amount - 1n) / amount}`
    const settled = { at: moment, outcome: 1, multiplier, payout: `${payout}` }
    await write('bet', { ...fields, ...settled, ...(isRound && { ended_by: 'cash-out' }) })
  }
  await sql`update play_account set nonce = nonce + 1, bets = bets + 1,
      wagered = wagered + ${payout === null ? 0 : 7}, edge = edge + ${payout === null ? 0 : 3},
      receipts = ${`${last}`}, receipt_hash = decode(${prev}, 'hex')
    where bucket = ${bucket} and account_id = ${player}`.execute(trx)
}

function written(amount: bigint, decimals: number): string {
  const text = `${amount}`.padStart(decimals + 1, '0')
  const [whole, fraction] = [text.slice(0, text.length - decimals), text.slice(text.length - decimals)]
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}
