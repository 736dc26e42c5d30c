import { sql } from 'kysely'
import * as v from 'valibot'
import { EvmAddressSchema } from '#contract/values.ts'
import { operatorName } from '#server/base/operator-name.ts'
import type { EvmTransfer } from '#server/chains/evm-source.ts'
import { HashSchema } from '#server/chains/evm-answers.ts'
import type { Database } from '#server/db/tables.ts'
import { findClosed } from '#server/deposits/closed-transfers.ts'
import { PAID_COIN, type DepositChain } from '#server/deposits/deposit-chain.ts'
import { recordTransfers } from '#server/deposits/record-transfers.ts'
import { keepAction } from '#server/identity/operator-log.ts'
import type { EvmDepositChain } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { readHeldMoney } from './held-money.ts'
import { RESET_BALANCE, houseAddresses } from '#server/wallet-deposits/house-balances.ts'
import {
  assignUnclaimed,
  recordEvmTransfers,
  markClaimed,
} from '#server/wallet-deposits/record-evm-transfers.ts'

export class DeskRefusal extends Error {
  override readonly name = 'DeskRefusal'
}

const TransferNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]+\/(?:0x)?[0-9a-f]{64}\/-?(?:0|[1-9]\d{0,8})$/),
  v.transform((text) => {
    const [chain = '', txId = '', logIndex = ''] = text.split('/')
    return { chain, txId, logIndex: Number(logIndex) }
  }),
)

interface Assigned {
  /** `chain/transaction/log index`, as `readHeldMoney` returns it. */
  readonly name: string
  readonly player: number
  readonly now: number
}

/**
 * Assigns an unclaimed transfer to a player. The watcher credits it. Idempotent.
 * @returns false if it was assigned to this player before
 * @throws DeskRefusal
 */
export async function assignTransfer(db: Database, { name, player, now }: Assigned): Promise<boolean> {
  const parsed = v.safeParse(TransferNameSchema, name)
  if (!parsed.success) throw new DeskRefusal(`${name} is no transfer: it is named chain/transaction/place.`)
  const { chain, txId, logIndex } = parsed.output
  return db.transaction().execute(async (trx) => {
    const decided = await trx
      .selectFrom('deposit_decision')
      .select('account_id')
      .where('decision', '=', 'assign')
      .where('subject', '=', name)
      .executeTakeFirst()
    if (decided?.account_id === player) return false
    if (decided) throw new DeskRefusal(`${name} has been given to player ${decided.account_id} already.`)
    const row = await trx
      .selectFrom('unclaimed_transfer')
      .selectAll()
      .where('chain', '=', chain)
      .where('tx_id', '=', txId)
      .where('log_index', '=', logIndex)
      .forUpdate()
      .executeTakeFirst()
    if ((await findClosed(trx, [name])).size > 0) throw new DeskRefusal(`${name} has been closed.`)
    if (!row || row.claimed_at !== null) throw new DeskRefusal(`Nothing is held under ${name}.`)
    if (logIndex < -1) {
      throw new DeskRefusal(`Nobody knows which transaction paid ${name}: find it, and name it with rescan.`)
    }
    const account = await trx
      .selectFrom('account')
      .select('closed_at')
      .where('id', '=', player)
      .forKeyShare()
      .executeTakeFirst()
    if (!account) throw new DeskRefusal(`There is no player ${player}.`)
    if (account.closed_at !== null) throw new DeskRefusal(`The account of player ${player} is closed.`)
    if (!(await assignUnclaimed(trx, row, { player, now })))
      throw new DeskRefusal(`${name} is a deposit already.`)
    await decide(trx, { decision: 'assign', subject: name, account_id: player, why: null }, new Date(now))
    return true
  })
}

interface Closed {
  readonly name: string
  /** The amount in the list when the operator looked. The amount of a balance or an address may have changed since. */
  readonly amount?: string | undefined
  readonly why: string
  readonly now: number
}

/**
 * Removes an entry from the list: held money that was handled elsewhere, or a balance difference that the operator can
 * explain.
 * @returns false if no entry has this name
 * @throws DeskRefusal
 */
export async function closeArrival(db: Database, { why, ...closed }: Closed): Promise<boolean> {
  const { name, now } = closed
  return db.transaction().execute(async (trx) => {
    const isOpen = (await closeDifference(trx, closed)) ?? (await closeHeld(trx, closed))
    if (isOpen) await decide(trx, { decision: 'close', subject: name, account_id: null, why }, new Date(now))
    return isOpen
  })
}

/** Prevents the operator from writing off an amount that they have not seen. @throws DeskRefusal */
function assertListed({ name, amount }: Pick<Closed, 'name' | 'amount'>, open: string): void {
  if (amount === undefined) throw new DeskRefusal(`Say how much of ${name} you close: --amount=${open}`)
  if (amount !== open) throw new DeskRefusal(`${name} is ${open} by now, not ${amount}: look at it again.`)
}

async function closeHeld(
  trx: Database,
  { name, amount, now }: Pick<Closed, 'name' | 'amount' | 'now'>,
): Promise<boolean> {
  const held = (await readHeldMoney(trx, Infinity)).rows.find((each) => each.name === name)
  if (!held) return false
  // The amount of a transfer never changes, so it may be omitted.
  if (held.kind === 'skipped' || amount !== undefined) assertListed({ name, amount }, held.amount)
  if (held.kind !== 'unclaimed') return true
  const { chain, txId, logIndex } = v.parse(TransferNameSchema, name)
  // May fail: the player can link the wallet at the same time.
  return markClaimed(trx, { chain, tx_id: txId, log_index: logIndex }, new Date(now))
}

/** Null for a name that is not one of a balance. A new difference of the same balance can be closed again. */
async function closeDifference(trx: Database, { name, amount }: Pick<Closed, 'name' | 'amount'>) {
  const [chain = '', address = '', contract = ''] = name.split('/')
  if (contract === PAID_COIN) {
    const row = await trx
      .selectFrom('deposit_address')
      .select('difference')
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where('unsettled_since', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return false
    assertListed({ name, amount }, row.difference)
    await trx
      .updateTable('deposit_address')
      .set({ held_amount: sql`held_amount + difference`, difference: '0', unsettled_since: null })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .execute()
    return true
  }
  const balance = v.safeParse(EvmAddressSchema, address)
  if (!balance.success || contract === '') return null
  const row = await trx
    .selectFrom('house_balance')
    .select(['difference', 'settled_amount'])
    .where('chain', '=', chain)
    .where('address', '=', balance.output)
    .where('contract', '=', contract)
    .where('unsettled_since', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  assertListed({ name, amount }, row.difference)
  const base = BigInt(row.settled_amount ?? -1) + BigInt(row.difference)
  await trx
    .updateTable('house_balance')
    .set(
      // Keep the settled base, so that later changes are still compared, unless there is no valid base.
      row.difference === '0' || base < 0n
        ? RESET_BALANCE
        : { settled_amount: String(base), difference: '0', unsettled_since: null, searched_at: null },
    )
    .where('chain', '=', chain)
    .where('address', '=', balance.output)
    .where('contract', '=', contract)
    .execute()
  return true
}

interface Rescan {
  /** A transaction, a block or a range of blocks such as `100-200`. */
  readonly what: string
  readonly now: number
}

const MAX_BLOCKS = 1_000

/** Reads a transaction or blocks again and records missing transfers. @returns the number of transfers read */
export async function rescanEvm(
  db: Database,
  chain: EvmDepositChain,
  { what, now }: Rescan,
): Promise<number> {
  const { balances, source, confirmations } = chain
  if (!balances) throw new DeskRefusal(`${chain.chain} is a practice chain: it leaves nothing out.`)
  const house = await houseAddresses(db, chain)
  const tokens = chain.tokens.flatMap(({ contract }) => (contract === null ? [] : [{ contract, least: 0n }]))
  const { block: head } = await source.head()
  const finalBlock = Math.max((chain.opinions?.agreedHead(head) ?? head) - confirmations, 0)
  const txId = v.safeParse(HashSchema, what)
  const [from, to] = txId.success ? await blockOf(chain, txId.output) : rangeOf(what)
  if (to > finalBlock)
    throw new DeskRefusal(`Block ${to} is not final yet: the last one that is is ${finalBlock}.`)
  const found: EvmTransfer[] = []
  for (let block = from; block <= to; block++) {
    const { moves } = await balances.movesOfBlock(block, { house, tokens, isTraced: true })
    const incoming = moves.filter((each) => house.some((address) => address === each.to))
    found.push(...incoming.filter((each) => !txId.success || each.txId === txId.output))
  }
  await db.transaction().execute(async (trx) => {
    await recordEvmTransfers(trx, chain, found, { finalBlock, now })
    const subject = `${chain.chain}/${what}`
    await decide(trx, { decision: 'rescan', subject, account_id: null, why: null }, new Date(now))
  })
  return found.length
}

async function blockOf({ source, chain }: EvmDepositChain, txId: string): Promise<readonly [number, number]> {
  const receipt = await source.receipt(txId)
  if (!receipt) throw new DeskRefusal(`The node of ${chain} knows no transaction ${txId}.`)
  return [receipt.block, receipt.block]
}

function rangeOf(what: string): readonly [number, number] {
  const [, first, last = first] = /^(\d{1,12})(?:-(\d{1,12}))?$/.exec(what) ?? []
  if (first === undefined)
    throw new DeskRefusal(`${what} is neither a transaction nor a block nor a range of blocks.`)
  const [from, to] = [Number(first), Number(last)]
  if (to < from || to - from >= MAX_BLOCKS) {
    throw new DeskRefusal(`A range has from 1 to ${MAX_BLOCKS} blocks, the first one first.`)
  }
  return [from, to]
}

export async function rescanTron(db: Database, chain: DepositChain, { what, now }: Rescan): Promise<number> {
  const { source, network } = chain
  const txId = what.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(txId)) throw new DeskRefusal('On TRON a transaction is read again, by its hash.')
  const outcome = await source.transaction(txId)
  if (!outcome?.hasSucceeded)
    throw new DeskRefusal(`${network.chain} knows no transaction ${txId} that has succeeded.`)
  if (!outcome.isFinal) throw new DeskRefusal(`${txId} is not final yet: try again in two minutes.`)
  const found = await source.transfersOf(txId)
  await db.transaction().execute(async (trx) => {
    await recordTransfers(trx, chain, found, { isFinal: true, now })
    const subject = `${network.chain}/${txId}`
    await decide(trx, { decision: 'rescan', subject, account_id: null, why: null }, new Date(now))
  })
  return found.length
}

interface Decision {
  readonly decision: 'assign' | 'close' | 'rescan'
  readonly subject: string
  readonly account_id: number | null
  readonly why: string | null
}

/** The last of a transaction: its line locks the log of operators. */
async function decide(trx: Database, decision: Decision, at: Date): Promise<void> {
  await trx
    .insertInto('deposit_decision')
    .values({ ...decision, decided_by: operatorName(), decided_at: at })
    .execute()
  const { decision: verb, subject, account_id: player, why } = decision
  const what = { subject, ...(player !== null && { player }) }
  const line = { action: `deposits ${verb}`, why: why ?? 'npm run deposits', what }
  await keepAction(trx, { name: operatorName() }, line, at.getTime())
}
