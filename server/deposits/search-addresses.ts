import { sql } from 'kysely'
import type { Logger } from '#server/base/logger.ts'
import { SourceBusyError, type ReceivedToken, type TokenTransfer } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import { DUST } from './deposit-amounts.ts'
import type { DepositChain } from './deposit-chain.ts'
import { hasRoom, recordTransfers } from './record-transfers.ts'

const DAY_MS = 24 * 60 * 60_000
/** An address is searched again after so long, while its player has had it on screen within a day. */
const AGAIN_MS = 60_000
/** Searches overlap by as much, because an index may tell of a transfer a little late. */
const OVERLAP_MS = 5 * 60_000
/** A pause of the watcher after which every address is searched, because its list of events may have gaps then. */
const OUTAGE_MS = 10 * 60_000
/** Addresses of a round, one call each; more of them after an outage. */
const [A_ROUND, AFTER_OUTAGE] = [1, 5]

interface Searched {
  readonly account_id: number
  readonly address: string
  readonly receive_coin: string
  readonly created_at: Date
  readonly searched_at: Date | null
}

/** Every address is searched once more when nobody has watched for a while. */
export async function noteOutage(db: Database, chain: string, now: number): Promise<void> {
  await db
    .updateTable('chain_watch')
    .set({ outage_ended_at: new Date(now) })
    .where('chain', '=', chain)
    .where('checked_at', '<', new Date(now - OUTAGE_MS))
    .execute()
}

/**
 * Searches some addresses for what the list of all transfers did not tell: USDT that was left out, and tokens that are
 * not credited, so that its player can be told. First the one that was on screen lately and was not searched for
 * longest, then the others in turn, each once a day.
 */
export async function searchAddresses(
  db: Database,
  chain: Pick<DepositChain, 'network' | 'source' | 'practice'>,
  { now, logger }: { readonly now: number; readonly logger: Pick<Logger, 'error'> },
): Promise<void> {
  const but = postponedAt(now)
  const fresh = await nextAddresses(db, chain.network.chain, 1, {
    before: new Date(now - AGAIN_MS),
    openedAfter: new Date(now - DAY_MS),
    but,
  })
  // The practice chain is its own index.
  const others = chain.practice ? [] : await otherAddresses(db, chain.network.chain, now, but)
  for (const row of [...fresh, ...others]) {
    try {
      await searchAddress(db, chain, row, now)
    } catch (error) {
      if (error instanceof SourceBusyError || postponed.size >= MOST_POSTPONED) throw error
      // One that cannot be searched holds up no other. Nothing of it counts as searched.
      postponed.set(row.address, now + POSTPONED_MS)
      logger.error(
        { alarm: 'deposit', err: error, chain: chain.network.chain, address: row.address },
        'what came to a deposit address cannot be read: it is tried again in ten minutes',
      )
    }
  }
  await searchSkipped(db, chain, now)
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
  { network, source }: Pick<DepositChain, 'network' | 'source'>,
  now: number,
): Promise<void> {
  const { chain, usdtContract } = network
  const row = await db
    .selectFrom('skipped_address')
    .select(['address', 'received'])
    .where('chain', '=', chain)
    .where((where) =>
      where.or([where('searched_at', 'is', null), where('searched_at', '<', new Date(now - DAY_MS))]),
    )
    .orderBy(sql`searched_at asc nulls first`)
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const paid = (await source.received(row.address, 0)).filter(({ contract }) => contract === usdtContract)
  const received = String(paid.reduce((sum, { amount }) => sum + amount, 0n))
  const at = new Date(now)
  await db
    .updateTable('skipped_address')
    .set({ received, searched_at: at, ...(received !== row.received && { changed_at: at }) })
    .where('chain', '=', chain)
    .where('address', '=', row.address)
    .execute()
}

async function otherAddresses(
  db: Database,
  chain: string,
  now: number,
  but: readonly string[],
): Promise<readonly Searched[]> {
  const { outage_ended_at: outage } = await db
    .selectFrom('chain_watch')
    .select('outage_ended_at')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  const missed = outage ? await nextAddresses(db, chain, AFTER_OUTAGE, { before: outage, but }) : []
  return missed.length > 0
    ? missed
    : nextAddresses(db, chain, A_ROUND, { before: new Date(now - DAY_MS), but })
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
  const missed = await missedTransfers(db, { network, source }, row.address, received)
  const at = new Date(now)
  await db.transaction().execute(async (trx) => {
    await recordTransfers(trx, { network }, missed, { isFinal: true, now })
    for (const transfer of received) {
      if (transfer.contract === usdtContract || transfer.amount === 0n) continue
      if (!(await hasRoom(trx, chain, transfer))) continue
      await trx
        .insertInto('deposit')
        .values({
          ...{ account_id: row.account_id, chain, tx_id: transfer.txId, log_index: null },
          ...{ sender: transfer.from, recipient: row.address, contract: transfer.contract },
          ...{ coin: null, amount: `${transfer.amount}`, block: null, block_at: new Date(transfer.at) },
          ...{ status: 'wrong_token', receive_coin: row.receive_coin, credited_amount: null },
          ...{ credited_price_usd: null, paid_price_usd: null, usd_cents: null },
          ...{ seen_at: at, settled_at: at, updated_at: at },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await trx
      .updateTable('deposit_address')
      .set({ searched_at: at })
      .where('chain', '=', chain)
      .where('account_id', '=', row.account_id)
      .execute()
  })
}

/** Final transfers of USDT to an address of which nothing is written down. @throws Error when they cannot be read */
async function missedTransfers(
  db: Database,
  { network, source }: Pick<DepositChain, 'network' | 'source'>,
  address: string,
  received: readonly ReceivedToken[],
): Promise<readonly TokenTransfer[]> {
  const { chain, usdtContract } = network
  const paid = received.filter(({ contract, amount }) => contract === usdtContract && amount >= DUST)
  const txIds = [...new Set(paid.map(({ txId }) => txId))]
  if (txIds.length === 0) return []
  const known = await db
    .selectFrom('deposit')
    .select('tx_id')
    .where('chain', '=', chain)
    .where('recipient', '=', address)
    .where('tx_id', 'in', txIds)
    .where('status', 'not in', ['confirming', 'dropped'])
    .execute()
  const missed: TokenTransfer[] = []
  for (const txId of txIds) {
    const count = (rows: readonly { readonly txId: string }[]) =>
      rows.filter((each) => each.txId === txId).length
    const told = count(paid)
    if (count(known.map(({ tx_id }) => ({ txId: tx_id }))) >= told) continue
    const outcome = await source.transaction(txId)
    // The list has what is final alone: a node that does not know it yet is behind.
    if (!outcome?.isFinal) throw new Error(`The network does not show what became of ${txId}`)
    if (!outcome.hasSucceeded) continue
    const transfers = await source.transfersOf(txId)
    const toAddress = transfers.filter(({ contract, to }) => contract === usdtContract && to === address)
    if (toAddress.length < told) throw new Error(`The index tells of a part of ${txId} alone`)
    missed.push(...toAddress)
  }
  return missed
}
