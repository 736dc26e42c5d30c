import { parseSeal } from '#fair/seal.ts'
import type { SealedBalance, SealedReceipts } from '#fair/seal-proofs.ts'
import type { SealAnswer, SealedBalances, SealsOfBet } from '#contract/seal.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { toReceipt } from '#server/play/play-answers.ts'
import { hashOfText, playerName } from '#server/play/receipt-text.ts'
import { piecesOf } from './balance-pieces.ts'
import { balancesTree, HASHES, readPath, RECEIPTS_TREE, SUMS } from './leaf-store.ts'
import { openDaySecret } from './seal-day.ts'
import { readSeal, readSeals } from './seals.queries.ts'

/** Receipts of a player that are neighbours in the tree of a day. */
interface Range {
  readonly day: string
  readonly first_sequence: string
  readonly last_sequence: string
  readonly first_leaf: string
}

/** @throws Refusal `not_found` for a bet of another player */
export async function readSealsOfBet(db: Database, uid: number, id: string): Promise<SealsOfBet> {
  const sequences = await sequencesOf(db, uid, id)
  const rows = await db
    .selectFrom('receipt')
    .select(['sequence', 'text', 'kid', 'signature'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('sequence', 'in', sequences)
    .orderBy('sequence')
    .execute()
  const placed = await Promise.all(
    rows.map(async ({ sequence, text }) => ({
      sequence: Number(sequence),
      hash: hashOfText(text),
      range: await rangeOf(db, uid, sequence),
    })),
  )
  const days = [...new Set(placed.flatMap(({ range }) => (range ? [range.day] : [])))]
  const seals = await readSeals(db, days)
  const runs: { day: string; first: number; receipts: string[] }[] = []
  const waiting: string[] = []
  for (const { sequence, hash, range } of placed) {
    // The day of an unfinished seal has ranges already.
    if (range === undefined || !seals.has(range.day)) {
      waiting.push(hash)
      continue
    }
    const leaf = Number(range.first_leaf) + sequence - Number(range.first_sequence)
    const run = runs.at(-1)
    if (run?.day === range.day && run.first + run.receipts.length === leaf) run.receipts.push(hash)
    else runs.push({ day: range.day, first: leaf, receipts: [hash] })
  }
  return {
    receipts: rows.map(toReceipt),
    seals: [...seals.values()],
    sealedReceipts: await Promise.all(runs.map((run) => withPath(db, seals, run))),
    waiting,
  }
}

/** @throws Refusal `not_found` */
async function sequencesOf(db: Database, uid: number, id: string): Promise<string[]> {
  for (const table of ['bet', 'round'] as const) {
    const row = await db
      .selectFrom(table)
      .select('receipts')
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('id', '=', id)
      .executeTakeFirst()
    if (row) return row.receipts
  }
  throw new Refusal('not_found', 'There is no such bet')
}

async function rangeOf(db: Database, uid: number, sequence: string): Promise<Range | undefined> {
  const range = await db
    .selectFrom('seal_range')
    .select(['day', 'first_sequence', 'last_sequence', 'first_leaf'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('first_sequence', '<=', sequence)
    .orderBy('first_sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return range && BigInt(range.last_sequence) >= BigInt(sequence) ? range : undefined
}

async function withPath(
  db: Database,
  seals: ReadonlyMap<string, SealAnswer>,
  run: { readonly day: string; readonly first: number; readonly receipts: readonly string[] },
): Promise<{ day: string; first: number; receipts: string[]; path: string[] }> {
  const { day, first, receipts } = run
  const signed = seals.get(day)
  if (!signed) throw new Error(`${day} is not sealed`)
  const size = parseSeal(signed.seal).receipts.count
  const range = { first, count: receipts.length }
  const path = await readPath(db, { day, tree: RECEIPTS_TREE }, HASHES, { size, range })
  return { day, first, receipts: [...receipts], path: path.map(hexOf) }
}

interface Services {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'hash' | 'decrypt'>
}

/** @throws Refusal `not_found` for a day that is not sealed */
export async function readSealedBalances(
  services: Services,
  uid: number,
  day: string,
): Promise<SealedBalances> {
  const seal = await readSeal(services.db, day)
  return { seal, sealedBalances: await balancesIn(services, uid, seal) }
}

async function balancesIn({ db, secrets }: Services, uid: number, { day, seal }: SealAnswer) {
  const rows = await db
    .selectFrom('seal_balance')
    .select(['coin', 'balance', 'places'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('day', '=', day)
    .orderBy('coin')
    .execute()
  if (rows.length === 0) return []
  const kept = await db.selectFrom('seal').select('secret').where('day', '=', day).executeTakeFirstOrThrow()
  if (kept.secret === null) throw new Error(`The secret of ${day} is missing`)
  const secret = openDaySecret(secrets, { day, secret: kept.secret })
  const { coins } = parseSeal(seal)
  return Promise.all(
    rows.map(async ({ coin, balance, places }) => {
      const size = coins.find((each) => each.coin === coin)?.leaves ?? 0
      const pieces = piecesOf(secret, { uid, coin, balance: BigInt(balance) })
      return {
        day,
        coin,
        player: playerName(secrets, uid),
        pieces: await Promise.all(
          pieces.map(async ({ amount, salt }, piece) => {
            const index = places[piece] ?? 0
            const range = { first: index, count: 1 }
            const path = await readPath(db, { day, tree: balancesTree(coin) }, SUMS, { size, range })
            return {
              amount: String(amount),
              salt,
              index,
              path: path.map(({ hash, sum }) => ({ hash: hexOf(hash), sum: String(sum) })),
            }
          }),
        ),
      }
    }),
  )
}

export interface SealWithBalances extends SealAnswer {
  readonly sealedBalances: readonly SealedBalance[]
}

/** Seals after a day that hold a receipt or a balance of the player, the oldest first. */
export async function listSealsWith(
  services: Services,
  uid: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<SealWithBalances[]> {
  const { db } = services
  const daysIn = (table: 'seal_range' | 'seal_balance') =>
    db
      .selectFrom(table)
      .select('day')
      .distinct()
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('day', '>', after)
      .orderBy('day')
      .limit(limit)
      .execute()
  const rows = [...(await daysIn('seal_range')), ...(await daysIn('seal_balance'))]
  const days = [...new Set(rows.map(({ day }) => day))].sort().slice(0, limit)
  const found: SealWithBalances[] = []
  for (const seal of (await readSeals(db, days)).values()) {
    found.push({ ...seal, sealedBalances: await balancesIn(services, uid, seal) })
  }
  return found
}

/** Ranges of the player's receipts after a receipt, each with its proof, the oldest first. */
export async function listSealedReceipts(
  db: Database,
  uid: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly first: string; readonly proof: SealedReceipts }[]> {
  const ranges = await db
    .selectFrom('seal_range')
    .select(['day', 'first_sequence', 'last_sequence', 'first_leaf'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('first_sequence', '>', after)
    .orderBy('first_sequence')
    .limit(limit)
    .execute()
  const seals = await readSeals(db, [...new Set(ranges.map(({ day }) => day))])
  const found = []
  for (const { day, first_sequence: from, last_sequence: to, first_leaf: first } of ranges) {
    if (!seals.has(day)) continue
    const rows = await db
      .selectFrom('receipt')
      .select('text')
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('sequence', '>=', from)
      .where('sequence', '<=', to)
      .orderBy('sequence')
      .execute()
    const receipts = rows.map(({ text }) => hashOfText(text))
    found.push({ first: from, proof: await withPath(db, seals, { day, first: Number(first), receipts }) })
  }
  return found
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
