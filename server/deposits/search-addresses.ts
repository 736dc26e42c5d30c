import { sql, type Selectable } from 'kysely'
import type { Logger } from '#server/base/logger.ts'
import { SourceBusyError } from '#server/chains/tron-source.ts'
import { isDatabaseTrouble } from '#server/db/database-trouble.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { compareBalance, nextBalance } from './compare-balance.ts'
import type { DepositChain } from './deposit-chain.ts'
import { missedTransfers } from './missed-transfers.ts'
import { hasAddressQuota, recordTransfers } from './record-transfers.ts'

const DAY_MS = 24 * 60 * 60_000
/** Search interval of an address that its player has opened within a day. */
const AGAIN_MS = 60_000
/** Searches overlap, because an index may be late. */
const OVERLAP_MS = 5 * 60_000
/** An index may be this late with outgoing transfers. */
const MAX_LIST_DELAY_MS = 30 * 60_000
/** After a longer pause of the watcher every address is searched, because the list of events may have gaps. */
const OUTAGE_MS = 10 * 60_000
/** Addresses searched in each round after an outage, one call each. */
const AFTER_OUTAGE = 5

type Searched = Pick<
  Selectable<Tables['deposit_address']>,
  'account_id' | 'address' | 'receive_coin' | 'created_at' | 'searched_at'
>

export async function recordOutage(db: Database, chain: string, now: number): Promise<void> {
  await db
    .updateTable('chain_watch')
    .set({ outage_ended_at: new Date(now) })
    .where('chain', '=', chain)
    .where('checked_at', '<', new Date(now - OUTAGE_MS))
    // During an outage, keep the earlier time, so that searches since then count.
    .where((where) =>
      where.or([
        where('outage_ended_at', 'is', null),
        where('outage_ended_at', '<', new Date(now - OUTAGE_MS)),
      ]),
    )
    .execute()
}

interface SearchOptions {
  readonly finalAt: number
  readonly now: number
  readonly logger: Pick<Logger, 'error' | 'warn'>
}

/**
 * Finds transfers that the list of events omits, and tokens that are not credited, so that the player is told. Each round
 * searches the recently opened address that waited longest, and compares the balance of one other address. Each
 * address's balance is compared once a day.
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
    postponeOnFailure(chain, row.address, options, () => searchAddress(db, chain, row, now))
  for (const row of [...fresh, ...missed]) await search(row)
  if (chain.balances && missed.length === 0) {
    const row = await nextBalance(db, chain.network.chain, now)
    if (row && isListDue(row, now)) await search(row)
    if (row) await compareBalance(db, { ...chain, balances: chain.balances }, row, options)
  }
  await searchSkipped(db, chain, options)
}

/**
 * A list shows other tokens, and money that left before the balance was read. It is read once a week and after an outgoing
 * transfer. The index shifts the start of the week, to spread the load.
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
  if (!searched_at || (sent_at && sent_at.getTime() > searched_at.getTime() - MAX_LIST_DELAY_MS)) return true
  return weekOf(now) > weekOf(searched_at.getTime())
}

/** Postpones an address that fails, so that it does not block the others. It does not count as searched. */
async function postponeOnFailure(
  { network }: Pick<DepositChain, 'network'>,
  address: string,
  { now, logger }: SearchOptions,
  search: () => Promise<void>,
): Promise<void> {
  try {
    await search()
  } catch (error) {
    if (error instanceof SourceBusyError || isDatabaseTrouble(error)) throw error
    // Bound the map: drop the oldest entry, which is then retried sooner.
    const oldest = postponed.keys().next().value
    if (oldest !== undefined && postponed.size >= MAX_POSTPONED) postponed.delete(oldest)
    postponed.set(address, now + POSTPONED_MS)
    logger.error(
      { alarm: 'deposit', err: error, chain: network.chain, address },
      'the transfers to a deposit address cannot be read: next try in ten minutes',
    )
  }
}

const postponed = new Map<string, number>()
const [MAX_POSTPONED, POSTPONED_MS] = [1_000, 10 * 60_000]

function postponedAt(now: number): readonly string[] {
  for (const [address, until] of postponed) if (until <= now) postponed.delete(address)
  return [...postponed.keys()]
}

/** Checks skipped addresses once a day: they belong to nobody because a restored database has forgotten them. */
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
  await postponeOnFailure(place, address, options, async () => {
    const listed = await place.source.received(address, 0)
    const told = listed
      .filter(({ contract }) => contract === usdtContract)
      .reduce((sum, { amount }) => sum + amount, 0n)
    const held = (await place.balances?.balanceOf(address, usdtContract)) ?? 0n
    // A list may be incomplete, and a balance drops after an outgoing transfer: use the maximum.
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
      if (!(await hasAddressQuota(trx, chain, transfer))) continue
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
