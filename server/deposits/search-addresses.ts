import { sql, type Selectable } from 'kysely'
import type { Logger } from '#server/base/logger.ts'
import { SourceBusyError } from '#server/chains/tron-source.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { compareBalance, nextBalance } from './compare-balance.ts'
import type { DepositChain } from './deposit-chain.ts'
import { missedTransfers } from './missed-transfers.ts'
import { hasRoom, recordTransfers } from './record-transfers.ts'

const DAY_MS = 24 * 60 * 60_000
/** An address is searched again after so long, while its player has had it on screen within a day. */
const AGAIN_MS = 60_000
/** Searches overlap by as much, because an index may tell of a transfer a little late. */
const OVERLAP_MS = 5 * 60_000
/** A list may not have told yet of what left an address so long before it was read. */
const LIST_LATE_MS = 30 * 60_000
/** A pause of the watcher after which every address is searched, because its list of events may have gaps then. */
const OUTAGE_MS = 10 * 60_000
/** Addresses of a round whose lists are read after an outage, one call each. */
const AFTER_OUTAGE = 5

type Searched = Pick<
  Selectable<Tables['deposit_address']>,
  'account_id' | 'address' | 'receive_coin' | 'created_at' | 'searched_at'
>

/** Every address is searched once more when nobody has watched for a while. */
export async function noteOutage(db: Database, chain: string, now: number): Promise<void> {
  await db
    .updateTable('chain_watch')
    .set({ outage_ended_at: new Date(now) })
    .where('chain', '=', chain)
    .where('checked_at', '<', new Date(now - OUTAGE_MS))
    // While no round comes to its end, what was searched since counts.
    .where((where) =>
      where.or([
        where('outage_ended_at', 'is', null),
        where('outage_ended_at', '<', new Date(now - OUTAGE_MS)),
      ]),
    )
    .execute()
}

interface SearchOptions {
  /** When the last final block was made. */
  readonly finalAt: number
  readonly now: number
  readonly logger: Pick<Logger, 'error' | 'warn'>
}

/**
 * Looks for what the list of all transfers did not tell: USDT that was left out, and tokens that are not credited, so
 * that its player can be told. An address that was on screen lately is searched by its own list, the one first that was
 * not searched for longest. Of the others one has its balance compared, each once a day.
 */
export async function searchAddresses(
  db: Database,
  chain: Pick<DepositChain, 'network' | 'source' | 'balances' | 'practice'>,
  options: SearchOptions,
): Promise<void> {
  const { now } = options
  const fresh = await nextAddresses(db, chain.network.chain, 1, {
    before: new Date(now - AGAIN_MS),
    openedAfter: new Date(now - DAY_MS),
    but: postponedAt(now),
  })
  const missed = chain.practice ? [] : await afterOutage(db, chain.network.chain, now)
  const search = (row: Searched) =>
    orPostpone(chain, row.address, options, () => searchAddress(db, chain, row, now))
  for (const row of [...fresh, ...missed]) await search(row)
  if (chain.balances && missed.length === 0) {
    const row = await nextBalance(db, chain.network.chain, now)
    if (row && isListDue(row, now)) await search(row)
    if (row) await compareBalance(db, { ...chain, balances: chain.balances }, row, options)
  }
  await searchSkipped(db, chain, options)
}

/**
 * A list tells of other tokens, and of money that was sent on before its balance was asked for: it is read once a week,
 * and once something has left the address. Weeks begin on another day for each, so that no day has the lists of all.
 */
function isListDue(
  {
    searched_at,
    sent_at,
    derivation_index,
  }: Pick<Selectable<Tables['deposit_address']>, 'searched_at' | 'sent_at' | 'derivation_index'>,
  now: number,
): boolean {
  const weekOf = (at: number) => Math.floor((at / DAY_MS + derivation_index) / 7)
  if (!searched_at || (sent_at && sent_at.getTime() > searched_at.getTime() - LIST_LATE_MS)) return true
  return weekOf(now) > weekOf(searched_at.getTime())
}

/** One that cannot be searched to its end holds up no other, and does not count as searched. */
async function orPostpone(
  { network }: Pick<DepositChain, 'network'>,
  address: string,
  { now, logger }: SearchOptions,
  search: () => Promise<void>,
): Promise<void> {
  try {
    await search()
  } catch (error) {
    if (error instanceof SourceBusyError) throw error
    // However many there are: the oldest of them is tried again sooner.
    const oldest = postponed.keys().next().value
    if (oldest !== undefined && postponed.size >= MOST_POSTPONED) postponed.delete(oldest)
    postponed.set(address, now + POSTPONED_MS)
    logger.error(
      { alarm: 'deposit', err: error, chain: network.chain, address },
      'what came to a deposit address cannot be read: it is tried again in ten minutes',
    )
  }
}

/** Addresses that could not be searched, until when. */
const postponed = new Map<string, number>()
const [MOST_POSTPONED, POSTPONED_MS] = [1_000, 10 * 60_000]

function postponedAt(now: number): readonly string[] {
  for (const [address, until] of postponed) if (until <= now) postponed.delete(address)
  return [...postponed.keys()]
}

/** Looks once a day whether money came to an address that is nobody's, because the database had forgotten whose. */
async function searchSkipped(
  db: Database,
  place: Pick<DepositChain, 'network' | 'source' | 'balances'>,
  options: SearchOptions,
): Promise<void> {
  const { chain, usdtContract } = place.network
  const { now } = options
  const row = await db
    .selectFrom('skipped_address')
    .select(['address', 'received'])
    .where('chain', '=', chain)
    .where((where) =>
      where.or([where('searched_at', 'is', null), where('searched_at', '<', new Date(now - DAY_MS))]),
    )
    .where('address', 'not in', [...postponedAt(now), ''])
    .orderBy(sql`searched_at asc nulls first`)
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const { address } = row
  await orPostpone(place, address, options, async () => {
    const listed = await place.source.received(address, 0)
    const told = listed
      .filter(({ contract }) => contract === usdtContract)
      .reduce((sum, { amount }) => sum + amount, 0n)
    const held = (await place.balances?.balanceOf(address, usdtContract)) ?? 0n
    // A list may leave out, and a balance is less once something was taken.
    const received = [told, held, BigInt(row.received)].reduce((most, each) => (each > most ? each : most))
    const at = new Date(now)
    await db
      .updateTable('skipped_address')
      .set({
        received: String(received),
        searched_at: at,
        ...(String(received) !== row.received && { changed_at: at }),
      })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .execute()
  })
}

async function afterOutage(db: Database, chain: string, now: number): Promise<readonly Searched[]> {
  const { outage_ended_at: before } = await db
    .selectFrom('chain_watch')
    .select('outage_ended_at')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  return before ? nextAddresses(db, chain, AFTER_OUTAGE, { before, but: postponedAt(now) }) : []
}

const nextAddresses = (
  db: Database,
  chain: string,
  count: number,
  {
    before,
    openedAfter,
    but,
  }: { readonly before: Date; readonly openedAfter?: Date; readonly but: readonly string[] },
): Promise<readonly Searched[]> =>
  db
    .selectFrom('deposit_address')
    .select(['account_id', 'address', 'receive_coin', 'created_at', 'searched_at'])
    .where('chain', '=', chain)
    .$if(openedAfter !== undefined, (query) => query.where('opened_at', '>', openedAfter ?? before))
    .where((where) => where.or([where('searched_at', 'is', null), where('searched_at', '<', before)]))
    .where('address', 'not in', [...but, ''])
    .orderBy(sql`searched_at asc nulls first`)
    .limit(count)
    .execute()

async function searchAddress(
  db: Database,
  { network, source }: Pick<DepositChain, 'network' | 'source'>,
  row: Searched,
  now: number,
): Promise<void> {
  const { chain, usdtContract } = network
  const since = (row.searched_at ?? row.created_at).getTime() - OVERLAP_MS
  const received = await source.received(row.address, since)
  const { missed, failure } = await missedTransfers(db, { network, source }, row.address, received)
  const at = new Date(now)
  await db.transaction().execute(async (trx) => {
    await recordTransfers(trx, { network }, missed, { isFinal: true, now })
    for (const transfer of received) {
      if (transfer.contract === usdtContract || transfer.amount === 0n) continue
      if (!(await hasRoom(trx, chain, transfer))) continue
      await trx
        .insertInto('deposit')
        .values({
          account_id: row.account_id,
          chain,
          tx_id: transfer.txId,
          log_index: null,
          sender: transfer.from,
          recipient: row.address,
          contract: transfer.contract,
          coin: null,
          amount: `${transfer.amount}`,
          block: null,
          block_at: new Date(transfer.at),
          status: 'wrong_token',
          receive_coin: row.receive_coin,
          credited_amount: null,
          credited_price_usd: null,
          paid_price_usd: null,
          usd_cents: null,
          seen_at: at,
          settled_at: at,
          updated_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    if (failure !== undefined) return
    await trx
      .updateTable('deposit_address')
      .set({ searched_at: at })
      .where('chain', '=', chain)
      .where('account_id', '=', row.account_id)
      .execute()
  })
  if (failure instanceof Error) throw failure
  if (failure !== undefined) throw new Error('A transaction cannot be read', { cause: failure })
}
