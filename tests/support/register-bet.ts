import { createPrivateKey, sign } from 'node:crypto'
import { sql } from 'kysely'
import { usdOf } from '#server/coins/convert-at.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { openSecrets, sha256, type Secrets } from '#server/identity/secrets.ts'
import { hourOf } from '#server/play/post-plays.ts'
import { newReceiptKey, sealedReceiptKey } from '#server/play/receipt-keys.ts'
import { hashOfText, playerName, receiptOfRound, receiptOfSettled } from '#server/play/receipt-text.ts'
import { readRates } from '#server/rates/rates.ts'

interface RegisteredBet {
  readonly player: number
  readonly coin: string
  readonly game: string
  readonly bet: string
  /** Smallest units of the coin. */
  readonly amount: bigint
  /** Null for an open round. */
  readonly payout: bigint | null
  readonly at: number
  /** True if stake and payout are posted one after the other. */
  readonly isRound?: boolean
  readonly edgeBps?: number
}

/**
 * Writes a bet with a chosen result to all tables except the ledger, as the engine would: with the player's first seed
 * pair, signed receipts, counts and sums. The seeds do not draw that result.
 */
export async function registerBet(
  trx: Database,
  { player, coin, game, bet, amount, payout, at, isRound = payout === null, edgeBps = 100 }: RegisteredBet,
): Promise<void> {
  const [bucket, moment] = [bucketOf(player), new Date(at)]
  const place = { bucket, account_id: player }
  const hash = sha256(`server seed of ${player}`).toString('hex')
  const clientSeed = 'client seed'
  await sql`set local koi.writes_play = 'yes'`.execute(trx)
  await sql`insert into play_account (bucket, account_id, pair) values (${bucket}, ${player}, 1)
    on conflict (bucket, account_id) do update set revision = play_account.revision + 1`.execute(trx)
  await sql`insert into seed_pair (bucket, account_id, ordinal, state, sealed, hash, client_seed, made_at, begun_at)
    values (${bucket}, ${player}, 1, 'current', 'sealed', ${hash}, ${clientSeed}, ${moment}, ${moment})
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
  const rate = (await readRates(trx, [coin])).get(coin)
  if (!rate) throw new Error(`There is no coin ${coin}`)
  const secrets = await openSecrets(trx, null)
  const signer = await signerAt(trx, secrets, at)
  const usd = usdOf(amount, rate, DOLLAR_DECIMALS)
  const edgeUsd = (usd * BigInt(edgeBps)) / 10_000n
  const isSettledLater = isRound && payout !== null
  const numbers = Array.from({ length: isSettledLater ? 2 : 1 }, (_, i) => BigInt(receipts) + BigInt(i) + 1n)
  const key = crypto.randomUUID()
  const multiplier = payout === null ? 0 : Number((payout * 10_000n + amount - 1n) / amount)
  const placed = {
    id: bet,
    key,
    game,
    coin,
    placedAt: at,
    params: {},
    stake: amount,
    usd,
    edgeUsd,
    pair: 1,
    nonce,
    receipts: numbers,
    steps: [],
    stepKeys: [],
    autoPlay: null,
  }
  const settled =
    payout === null
      ? null
      : {
          ...placed,
          at,
          outcome: 1,
          multiplier,
          payout,
          endedBy: isRound ? ('cash-out' as const) : null,
          isFree: false,
        }
  let prev = Buffer.from(before).toString('hex')
  for (const [index, sequence] of numbers.entries()) {
    const about = {
      key,
      player: playerName(secrets, player),
      decimals: rate.decimals,
      at,
      prev,
      pair: { ordinal: 1, hash, clientSeed },
    }
    const text =
      settled && index === numbers.length - 1
        ? receiptOfSettled(settled, isSettledLater ? 'settle' : 'bet', about)
        : receiptOfRound({ ...placed, touchedAt: at }, about)
    await sql`insert into receipt (bucket, account_id, sequence, bet_id, text, kid, signature)
      values (${bucket}, ${player}, ${`${sequence}`}, ${bet}, ${text}, ${signer.kid}, ${signer.sign(text)})`.execute(
      trx,
    )
    prev = hashOfText(text)
  }
  const write = (table: 'bet' | 'round', row: object) =>
    sql`insert into ${sql.table(table)} select * from jsonb_populate_record(null::${sql.table(table)},
      ${JSON.stringify(row)}::jsonb)`.execute(trx)
  const fields = {
    ...place,
    id: bet,
    pair: 1,
    nonce,
    key,
    game,
    coin,
    placed_at: moment,
    params: {},
    stake: `${amount}`,
    usd: `${usd}`,
    edge_usd: `${edgeUsd}`,
    receipts: numbers.map(String),
    ...(isRound && { steps: [], step_keys: [] }),
  }
  if (!settled) await write('round', { ...fields, touched_at: moment })
  else {
    const row = {
      ...fields,
      at: moment,
      outcome: 1,
      multiplier: `${multiplier}`,
      payout: `${payout}`,
      ...(isRound && { ended_by: 'cash-out' }),
      free: false,
    }
    await write('bet', row)
    await sql`select play_tally(${JSON.stringify([{ ...row, item: 1 }])}::json, array[1])`.execute(trx)
  }
  const decided = settled ? { usd, edgeUsd } : { usd: 0n, edgeUsd: 0n }
  await sql`insert into play_hour as known (bucket, account_id, hour, staked, paid)
    values (${bucket}, ${player}, ${hourOf(at)}, ${`${usd}`}, ${`${(usd * BigInt(multiplier)) / 10_000n}`})
    on conflict (bucket, account_id, hour) do update
      set staked = known.staked + excluded.staked, paid = known.paid + excluded.paid`.execute(trx)
  await sql`update play_account set nonce = nonce + 1, bets = bets + 1,
      wagered = wagered + ${`${decided.usd}`}, edge = edge + ${`${decided.edgeUsd}`},
      receipts = ${`${numbers.at(-1)}`}, receipt_hash = decode(${prev}, 'hex')
    where bucket = ${bucket} and account_id = ${player}`.execute(trx)
}

/** The house's key that signed at that time. */
async function signerAt(trx: Database, secrets: Secrets, at: number) {
  const read = () =>
    trx.selectFrom('receipt_key').selectAll().where('until_at', 'is', null).executeTakeFirst()
  if (!(await read())) {
    await trx
      .insertInto('receipt_key')
      .values(newReceiptKey(secrets, at))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const row = await read()
  if (!row) throw new Error('There is no key to sign receipts with')
  if (row.from_at.getTime() > at)
    await trx
      .updateTable('receipt_key')
      .set({ from_at: new Date(at) })
      .where('kid', '=', row.kid)
      .execute()
  const key = createPrivateKey({
    key: sealedReceiptKey(secrets, row.kid, row.sealed),
    format: 'der',
    type: 'pkcs8',
  })
  return { kid: row.kid, sign: (text: string) => sign(null, Buffer.from(text), key) }
}
