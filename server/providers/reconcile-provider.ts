import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LinkedCoin } from '#server/config/provider-config.ts'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { fromHub88 } from './hub88/hub88-codec.ts'
import type { ListedTransaction, ProviderClient } from './provider-client.ts'
import type { ProviderLink } from './provider-link.ts'

const DAY_MS = 24 * 60 * 60_000
/** A call may be under way, be repeated for a while, or lie on the other side of midnight there. */
const GRACE_MS = 15 * 60_000
const MOST_TOLD = 50
const ROWS_AT_ONCE = 1_000

const DIFFERENCES = {
  missing_here: 'done there, and not here',
  missing_there: 'done here, and not in the provider’s list',
  refused_here: 'done there, and refused here',
  refused_there: 'done here, and not done there',
  altered: 'other content',
  doubled: 'in the provider’s list more than once',
  unreadable: 'in a currency that is not configured',
} as const
type DifferenceKind = keyof typeof DIFFERENCES

/** Amounts are in the coin's smallest unit. */
interface Sums {
  bets: bigint
  wins: bigint
  rolledBack: number
}

export interface ProviderComparison {
  readonly compared: number
  /** Too young to be judged. */
  readonly underWay: number
  /** By currency. */
  readonly sums: ReadonlyMap<string, { readonly there: Sums; readonly here: Sums }>
  /** Numbers of differences, and the first of each kind in words. */
  readonly counts: ReadonlyMap<DifferenceKind, number>
  readonly told: readonly string[]
}

interface Asked {
  readonly db: Database
  readonly link: Pick<ProviderLink, 'provider' | 'currencies'>
  readonly protocol: 'hub88' | 'softswiss'
  readonly client: Pick<ProviderClient, 'listTransactions'>
  /** The beginning of the day. */
  readonly day: Date
  readonly now: number
}

/**
 * Compares a day as the provider has written it down with what is written down here. It holds a page of each side at a
 * time, and eight bytes of every id. A call that the list lacks is told as a difference: that proves nothing.
 * @throws ProviderFailure
 */
export async function reconcileProvider(asked: Asked): Promise<ProviderComparison> {
  const { client, day, now } = asked
  const [from, to] = [day.getTime(), day.getTime() + DAY_MS]
  const found = new Found()
  const seen = new SeenIds()
  const [first, end] = [from - GRACE_MS, to + GRACE_MS]
  for await (const page of client.listTransactions(new Date(first), new Date(end))) {
    // One of another time is compared on no day, and would hide ours.
    for (const { id, at } of page) if (at.getTime() >= first && at.getTime() < end) seen.add(id)
    const ofDay = page.filter(({ at }) => at.getTime() >= from && at.getTime() < to)
    const rows = await readRows(
      asked,
      ofDay.map(({ id }) => id),
    )
    for (const listed of ofDay) compareOne(asked, found, listed, rows.get(listed.id), now)
  }
  const doubled = seen.close()
  if (doubled > 0) found.add('doubled', `${doubled} entries`)
  for await (const row of rowsBetween(asked, from, to)) {
    if (row.status !== 'ok' || seen.has(row.id)) continue
    if (row.at.getTime() > now - GRACE_MS) {
      found.underWay += 1
      continue
    }
    const currency = currencyOf(asked, row.coin)
    count(found.sumsOf(currency).here, row)
    found.add(
      'missing_there',
      `${wordsOf(row)} of ${row.amount} ${row.coin}, player ${row.account_id}, round ${row.round}`,
    )
  }
  return found
}

interface Row {
  readonly id: string
  readonly kind: string
  readonly reference: string | null
  readonly account_id: number
  readonly name: string | null
  readonly round: string
  readonly game: string
  readonly coin: string
  readonly amount: string
  readonly status: string
  readonly at: Date
  readonly is_back: boolean
}

function compareOne(
  { link, protocol }: Asked,
  found: Found,
  listed: ListedTransaction,
  row: Row | undefined,
  now: number,
): void {
  const coin = link.currencies.get(listed.currency)
  const words = `${listed.kind} ${listed.id} of ${listed.user}`
  if (!coin) return found.add('unreadable', `${words}: ${listed.currency}`)
  const amount = protocol === 'hub88' ? fromHub88(listed.amount, coin) : listed.amount
  const { there, here } = found.sumsOf(listed.currency)
  if (listed.isDone) count(there, { ...listed, amount })
  if (!row) {
    if (!listed.isDone) return
    if (listed.at.getTime() > now - GRACE_MS) found.underWay += 1
    else found.add('missing_here', `${words}, ${amount} ${coin.coin}, round ${listed.round}`)
    return
  }
  found.compared += 1
  if (row.status === 'ok') count(here, row)
  const others = differencesOf(listed, row, amount, coin)
  if (others.length > 0) found.add('altered', `${words}: ${others.join(', ')}`)
  // One that found nothing is done for both sides.
  const isNothing = row.kind === 'roll-back' || row.is_back
  if (listed.isDone && row.status !== 'ok' && !isNothing) found.add('refused_here', `${words}: ${row.status}`)
  if (listed.isDone || row.status !== 'ok' || isNothing) return
  if (listed.at.getTime() > now - GRACE_MS) found.underWay += 1
  else found.add('refused_there', words)
}

const kindOf = (kind: string) => (kind === 'bet' || kind === 'win' ? kind : 'roll-back')
const wordsOf = ({ kind, id }: Pick<Row, 'kind' | 'id'>) => `${kindOf(kind)} ${id}`

function differencesOf(listed: ListedTransaction, row: Row, amount: bigint, { coin }: LinkedCoin): string[] {
  const pairs: (readonly [what: string, there: unknown, here: unknown])[] = [
    ['kind', listed.kind, kindOf(row.kind)],
    ['player', listed.user, row.name],
    ['round', listed.round, row.round],
    ['game', listed.game, row.game],
    ['coin', coin, row.coin],
  ]
  // Lists may say no amount of a roll-back, and a win may name no bet.
  const isSaid = listed.kind !== 'roll-back' || (amount !== 0n && BigInt(row.amount) !== 0n)
  if (isSaid) pairs.push(['amount', amount, BigInt(row.amount)])
  if (listed.reference !== null) pairs.push(['reference', listed.reference, row.reference])
  return pairs
    .filter(([, there, here]) => there !== here)
    .map(([what, there, here]) => `${what} ${String(there)} there, ${String(here)} here`)
}

function count(
  sums: Sums,
  { kind, amount }: { readonly kind: string; readonly amount: bigint | string },
): void {
  if (kind === 'bet') sums.bets += BigInt(amount)
  else if (kind === 'win') sums.wins += BigInt(amount)
  else sums.rolledBack += 1
}

const currencyOf = ({ link }: Asked, coin: string) =>
  [...link.currencies].find(([, each]) => each.coin === coin)?.[0] ?? coin

const rowsOf = ({ db, link: { provider } }: Asked) =>
  db
    .selectFrom('provider_transaction as called')
    .leftJoin('provider_player as known', (join) =>
      join
        .onRef('known.bucket', '=', 'called.bucket')
        .onRef('known.account_id', '=', 'called.account_id')
        .onRef('known.provider', '=', 'called.provider'),
    )
    .select([
      'called.id',
      'called.kind',
      'called.reference',
      'called.account_id',
      'called.round',
      'called.game',
    ])
    .select(['called.coin', 'called.amount', 'called.status', 'called.at', 'known.name'])
    .select(
      sql<boolean>`exists (select from provider_transaction back where back.bucket = called.bucket
        and back.provider = called.provider and back.reference = called.id and back.status = 'ok'
        and back.kind in ('bet-back', 'win-back'))`.as('is_back'),
    )
    .where('called.provider', '=', provider)

async function readRows(asked: Asked, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>()
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, start + ROWS_AT_ONCE)
    const read = await rowsOf(asked)
      .where('called.bucket', '=', sql<number>`any(${ALL_BUCKETS}::smallint[])`)
      .where('called.id', '=', sql<string>`any(${some}::text[])`)
      .execute()
    for (const row of read) rows.set(row.id, row)
  }
  return rows
}

async function* rowsBetween(asked: Asked, from: number, to: number): AsyncGenerator<Row> {
  for (const bucket of ALL_BUCKETS) {
    for (let after = ''; ;) {
      const rows: readonly Row[] = await rowsOf(asked)
        .where('called.bucket', '=', bucket)
        .where('called.id', '>', after)
        .where('called.at', '>=', new Date(from))
        .where('called.at', '<', new Date(to))
        .orderBy('called.id')
        .limit(ROWS_AT_ONCE)
        .execute()
      yield* rows
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_AT_ONCE) break
      after = last.id
    }
  }
}

class Found implements ProviderComparison {
  compared = 0
  underWay = 0
  readonly sums = new Map<string, { readonly there: Sums; readonly here: Sums }>()
  readonly counts = new Map<DifferenceKind, number>()
  readonly told: string[] = []

  add(kind: DifferenceKind, words: string): void {
    const before = this.counts.get(kind) ?? 0
    this.counts.set(kind, before + 1)
    if (before < MOST_TOLD) this.told.push(`${DIFFERENCES[kind]}: ${words}`)
  }

  sumsOf(currency: string) {
    const none = () => ({ bets: 0n, wins: 0n, rolledBack: 0 })
    const sums = this.sums.get(currency) ?? { there: none(), here: none() }
    this.sums.set(currency, sums)
    return sums
  }
}

/** Eight bytes of each id. */
class SeenIds {
  #keys = new BigUint64Array(1 << 10)
  #length = 0

  add(id: string): void {
    if (this.#length === this.#keys.length) {
      const larger = new BigUint64Array(2 * this.#length)
      larger.set(this.#keys)
      this.#keys = larger
    }
    this.#keys[this.#length++] = keyOf(id)
  }

  /** Call it after the last one. @returns how many were there already */
  close(): number {
    this.#keys = this.#keys.slice(0, this.#length).sort()
    return this.#keys.reduce((n, key, at) => (at > 0 && this.#keys[at - 1] === key ? n + 1 : n), 0)
  }

  has(id: string): boolean {
    const key = keyOf(id)
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#keys[middle] ?? 0n) < key) low = middle + 1
      else high = middle
    }
    return this.#keys[low] === key
  }
}

const keyOf = (id: string) => createHash('sha256').update(id).digest().readBigUInt64LE()
