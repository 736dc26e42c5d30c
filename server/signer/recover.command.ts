import { isSameAddress } from '#contract/same-address.ts'
import { operatorName } from '#server/base/operator-name.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { keepAction } from '#server/identity/operator-log.ts'
import { completeWithdrawal } from '#server/ledger/movements.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'
import { readReservation } from '#server/ledger/withdrawal-reservation.ts'
import { StartupError } from '#server/base/startup-error.ts'
import type { ChainSender, WalletHistory, WalletTransaction, WalletTransfer } from './chain-sender.ts'
import { booksDifferences } from './check-books.ts'
import { closeAttempts, type Attempt } from './close-attempts.ts'
import { readHalt, unknownNumbers, unknownTransfers } from './compare-wallet.ts'
import type { SignerKey } from './signer-key.ts'
import { isAccountedFor, keepWalletDecision, readDecisions } from './wallet-decisions.ts'

interface Place {
  readonly db: Database
  readonly senders: readonly ChainSender[]
  readonly key: SignerKey
  readonly decimals: ReadonlyMap<string, number>
  readonly now: number
}
type On = Omit<Place, 'senders'> & { readonly sender: ChainSender; readonly history: WalletHistory }

/** A transaction of the wallet that the database lacks: its hash, or a nonce whose transaction no node shows. */
interface Found {
  readonly number: number | null
  /** Its nonce is in no block: it may come later, or never. */
  readonly isWaiting: boolean
  readonly transaction: WalletTransaction | null
  readonly matches: readonly WithdrawalRow[]
  /** The withdrawal that it was signed for and that has given it up; null if it was never stored. */
  readonly givenUpBy: string | null
}

export interface RecoverArguments {
  readonly chain: string
  /** Hash or nonce of a transaction, or `others`: all that match no withdrawal. */
  readonly what: string
  readonly as: string
}

const MOST_SHOWN = 200
const UNDER_WAY = ['queued', 'review', 'signing', 'signed', 'broadcast'] as const

export async function listUnknown({ senders, ...place }: Place): Promise<string[]> {
  const lines: string[] = []
  for (const sender of senders) {
    const { chain, address, history } = sender
    if (!history) {
      lines.push(`${chain}: a practice chain lies in the database and goes back with it; nothing to compare.`)
      continue
    }
    const { found, count } = await findUnknown({ ...place, sender, history })
    if (found.length === 0) {
      lines.push(`${chain}: the database knows all that ${address} has sent.`)
      continue
    }
    lines.push(
      `${chain}: ${address} has sent ${count} transactions that the database does not know. Nothing is signed there before each is decided about:`,
      ...found.flatMap((each) => linesOf({ chain, decimals: place.decimals }, each)),
      ...(count > found.length ? [`  … and ${count - found.length} older ones, not shown yet`] : []),
    )
    if (found.filter(isOther).length > 1) {
      lines.push(`  all that match no withdrawal:  npm run signer -- recover ${chain} others none`)
    }
  }
  return lines
}

/** No sign that it has paid a withdrawal. */
const isOther = ({ matches, isWaiting, givenUpBy }: Found) =>
  matches.length === 0 && !isWaiting && givenUpBy === null

/** It was given up and has paid its own withdrawal, which is still open: only booking it can end that one. */
const hasPaidItsOwn = ({ givenUpBy, matches }: Pick<Found, 'givenUpBy' | 'matches'>) =>
  givenUpBy !== null && matches.some((row) => row.id === givenUpBy && isUnderWay(row))

function linesOf(
  { chain, decimals }: Pick<Place, 'decimals'> & { readonly chain: string },
  { number, isWaiting, transaction, matches, givenUpBy }: Found,
): string[] {
  const name = transaction?.txId ?? String(number)
  const command = `npm run signer -- recover ${chain} ${name}`
  if (!transaction) {
    return [
      isWaiting
        ? `  number ${number}: in no block. Look again later; once the network has dropped what had it:`
        : `  number ${number}: used, and the node does not show by what. When you have looked elsewhere:`,
      `      ${command} none`,
    ]
  }
  const { txId, block, isFinal, transfers } = transaction
  const sent = transfers.map((transfer) => wordsOf(transfer, decimals)).join(', ') || 'nothing that Koi keeps'
  const where = block === null ? 'in no block' : `block ${block}${isFinal ? '' : ', not final yet'}`
  return [
    `  ${txId}${number === null ? '' : `, number ${number}`}, ${where}: ${sent}`,
    ...matches.map((row) =>
      isUnderWay(row)
        ? `      fits withdrawal ${row.id} of player ${row.account_id} (${row.status}, asked for ${row.requested_at.toISOString()}):  ${command} ${row.id}`
        : `      fits withdrawal ${row.id} of player ${row.account_id}, which is ${row.status}: its money went back although this paid it`,
    ),
    ...(givenUpBy !== null
      ? [`      was signed for withdrawal ${givenUpBy}, and the database says that it can never pay`]
      : []),
    ...(matches.length === 0 && transfers.length > 0 && givenUpBy === null
      ? ['      fits no withdrawal of this database: one that was asked for after the backup is not in it']
      : []),
    ...(hasPaidItsOwn({ givenUpBy, matches }) ? [] : [`      is no withdrawal of Koi’s:  ${command} none`]),
  ]
}

/** An unknown token is in its own smallest unit. */
function wordsOf({ coin, to, amount }: WalletTransfer, decimals: Place['decimals']): string {
  const kept = decimals.get(coin)
  return `${kept === undefined ? amount : toDecimal(amount, kept)} ${coin} to ${to}`
}

const isUnderWay = ({ status }: Pick<WithdrawalRow, 'status'>) => UNDER_WAY.some((each) => each === status)

async function findUnknown(on: On): Promise<{ readonly found: Found[]; readonly count: number }> {
  const { db, sender, key, history } = on
  if (!history.isNumbered) {
    const { unknown } = await unknownTransfers({ db, sender, key }, history, null)
    const txIds = [...new Set(unknown.map(({ txId }) => txId))]
    const found: Found[] = []
    for (const txId of txIds.slice(-MOST_SHOWN)) {
      const transfers = unknown.filter((each) => each.txId === txId).map((each) => ({ ...each, logIndex: 0 }))
      // The list may be ahead of the single transaction.
      const transaction = (await history.read(txId)) ?? {
        txId,
        nonce: null,
        block: null,
        isFinal: false,
        transfers,
      }
      found.push({ number: null, isWaiting: false, transaction, ...(await matchesOf(on, transaction)) })
    }
    return { found, count: txIds.length }
  }
  const halt = await readHalt(db, sender)
  const { inBlocks, seen } = await history.used()
  const used = Math.max(seen, Number(halt?.seen_nonce ?? 0))
  const unknown = await unknownNumbers(db, { sender, key }, used)
  const shown = unknown.slice(-MOST_SHOWN)
  const asked = await askedNumbers(on)
  const transactions = await history.find([...shown, ...asked], await firstBlock(on))
  const found: Found[] = []
  for (const number of [...asked, ...shown]) {
    const transaction = transactions.find(({ nonce }) => nonce === number) ?? null
    if (transaction && (await isAccountedFor({ db, sender, key }, transaction.txId))) continue
    // Without its transaction nothing can be decided here; `paid` and `unpaid` end such withdrawals.
    if (!transaction && asked.includes(number)) continue
    const matching = transaction ? await matchesOf(on, transaction) : { matches: [], givenUpBy: null }
    found.push({ number, isWaiting: number >= inBlocks, transaction, ...matching })
  }
  found.push(...(await paidAfterAll(on)))
  return { found, count: found.length + unknown.length - shown.length }
}

/** Nonces of withdrawals that another transaction has used. */
async function askedNumbers({ db, sender }: On): Promise<number[]> {
  const rows = await db
    .selectFrom('withdrawal_nonce')
    .innerJoin('withdrawal', 'withdrawal.id', 'withdrawal_nonce.withdrawal_id')
    .select('withdrawal_nonce.nonce')
    .where('withdrawal_nonce.chain', '=', sender.chain)
    .where('withdrawal_nonce.sender', '=', sender.address)
    .where('withdrawal_nonce.outcome', 'is', null)
    .where('withdrawal.reason', '=', 'number_used')
    .orderBy('withdrawal_nonce.nonce')
    .execute()
  return rows.map(({ nonce }) => Number(nonce))
}

/** The newest block at the newest known payment: unknown ones are later. */
async function firstBlock({ db, sender }: On): Promise<number | null> {
  const row = await db
    .selectFrom('withdrawal_transaction')
    .select(({ fn }) => fn.max('signed_block').as('block'))
    .where('chain', '=', sender.chain)
    .executeTakeFirst()
  return row?.block ? Number(row.block) : null
}

/**
 * Transactions that withdrawals have given up and that have paid after all, even if the money was returned since.
 * Leaves out transactions that a paid one with the same nonce replaced.
 */
async function paidAfterAll(on: On): Promise<Found[]> {
  const { db, sender, key, history } = on
  const decided = await readDecisions(db, sender, key)
  const rows = await db
    .selectFrom('withdrawal_transaction')
    .innerJoin('withdrawal', 'withdrawal.id', 'withdrawal_transaction.withdrawal_id')
    .select(['withdrawal_transaction.tx_id', 'withdrawal_transaction.nonce'])
    .where('withdrawal_transaction.chain', '=', sender.chain)
    .where('withdrawal_transaction.sender', '=', sender.address)
    .where('withdrawal_transaction.outcome', '=', 'expired')
    .where(({ eb, not, exists, selectFrom }) =>
      eb('withdrawal.status', '<>', 'confirmed').or(
        not(
          exists(
            selectFrom('withdrawal_transaction as twin')
              .select('twin.id')
              .whereRef('twin.withdrawal_id', '=', 'withdrawal.id')
              .whereRef('twin.sender', '=', 'withdrawal_transaction.sender')
              .whereRef('twin.nonce', '=', 'withdrawal_transaction.nonce')
              .where('twin.outcome', '=', 'confirmed'),
          ),
        ),
      ),
    )
    // Still bookable ones first.
    .orderBy(({ eb }) => eb('withdrawal.status', 'in', UNDER_WAY), 'desc')
    .orderBy('withdrawal_transaction.id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  const found: Found[] = []
  for (const { tx_id, nonce } of rows.reverse()) {
    const transaction = decided.txIds.has(tx_id) ? null : await history.read(tx_id)
    if (!transaction || transaction.transfers.length === 0) continue
    const matching = await matchesOf(on, transaction)
    found.push({ number: Number(nonce), isWaiting: false, transaction, ...matching })
  }
  return found
}

/**
 * Withdrawals with the same coin, amount and address, open ones first; for a transaction of a withdrawal only that
 * one.
 */
async function matchesOf(
  { db, sender }: On,
  transaction: WalletTransaction,
): Promise<Pick<Found, 'matches' | 'givenUpBy'>> {
  const stored = await storedAs(db, sender, transaction.txId)
  const givenUpBy = stored?.outcome === 'expired' ? stored.withdrawal_id : null
  if (transaction.transfers.length === 0) return { matches: [], givenUpBy }
  const rows = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('chain', '=', sender.chain)
    .where('status', '<>', 'confirmed')
    .$if(givenUpBy !== null, (query) => query.where('id', '=', givenUpBy))
    .where(({ fn, eb }) =>
      eb(
        fn<string>('lower', ['address']),
        'in',
        transaction.transfers.map(({ to }) => to.toLowerCase()),
      ),
    )
    .orderBy('id')
    .execute()
  const fitting = rows.filter((row) => transaction.transfers.some((transfer) => fits(row, transfer)))
  const matches = [...fitting.filter(isUnderWay), ...fitting.filter((row) => !isUnderWay(row))]
  return { matches, givenUpBy }
}

const storedAs = (db: Database, { chain }: ChainSender, txId: string) =>
  db
    .selectFrom('withdrawal_transaction')
    .selectAll()
    .where('chain', '=', chain)
    .where('tx_id', '=', txId)
    .executeTakeFirst()

const fits = (row: WithdrawalRow, { coin, to, amount }: WalletTransfer) =>
  row.coin === coin && BigInt(row.amount) - BigInt(row.fee) === amount && isSameAddress(row.address, to)

/**
 * Stores an operator's decision about an unknown transaction: it paid a withdrawal, which is then booked, or it does
 * not belong to Koi.
 * @throws StartupError when the chain or the books contradict
 */
export async function recover({ senders, ...place }: Place, asked: RecoverArguments): Promise<string> {
  const sender = senders.find(({ chain }) => chain === asked.chain)
  if (!sender?.history) {
    const names = senders.filter(({ history }) => history).map(({ chain }) => chain)
    throw new StartupError(
      `${asked.chain} is no chain that is compared: ${names.join(', ') || 'practice chains are not'}.`,
    )
  }
  const on: On = { ...place, sender, history: sender.history }
  if (asked.as !== 'none') return recoverAs(on, asked.what.toLowerCase(), asked.as)
  return asked.what === 'others' ? setAsideOthers(on) : setAside(on, asked.what.toLowerCase())
}

async function setAside(on: On, what: string): Promise<string> {
  const { db, sender } = on
  const { found } = await findUnknown(on)
  const one = found.find(({ number, transaction }) => (transaction?.txId ?? String(number)) === what)
  if (!one) throw notListed(what, sender)
  if (one.isWaiting) return forgetWaiting(on, what)
  if (hasPaidItsOwn(one)) {
    throw new StartupError(
      `${what} was signed for withdrawal ${one.givenUpBy} and has paid it: \`npm run signer -- recover ${sender.chain} ${what} ${one.givenUpBy}\` books it.`,
    )
  }
  await db.transaction().execute((trx) => keepNone(trx, on, [one]))
  return `${what} on ${sender.chain} is none of Koi’s.`
}

/**
 * A pending nonce may still be mined, so this is no final decision: it is no longer searched for, and found again as
 * soon as a block has it.
 */
async function forgetWaiting({ db, sender, history, now }: On, number: string): Promise<string> {
  const { seen } = history.isNumbered ? await history.used() : { seen: 0 }
  if (Number(number) < seen) {
    throw new StartupError(`The node still has a transaction with number ${number}: look again later.`)
  }
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('signer_halt')
      .set({ seen_nonce: String(seen) })
      .where('chain', '=', sender.chain)
      .execute()
    const what = { chain: sender.chain, sender: sender.address, free: { from: seen } }
    const line = { action: 'signer recover', why: 'npm run signer', what }
    await keepAction(trx, { name: operatorName() }, line, now)
  })
  return `Numbers from ${seen} on count as free on ${sender.chain}, until a block has one of them.`
}

/**
 * For a wallet that was used by hand or before Koi. A transaction that fits a withdrawal must be named. Transactions
 * that were not shown one by one are set aside only if they could not have paid any withdrawal.
 */
async function setAsideOthers(on: On): Promise<string> {
  const { db, sender, key, now, history } = on
  const { found, count } = await findUnknown(on)
  const others = found.filter(isOther)
  const isAllShown = found.length === count
  const isAllOther = others.length === found.length
  if (others.length === 0) throw new StartupError(`Nothing on ${sender.chain} matches no withdrawal.`)
  const unpaid = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('chain', '=', sender.chain)
    .where('status', '<>', 'confirmed')
    .limit(1)
    .executeTakeFirst()
  const isBulk = !isAllShown && isAllOther && unpaid === undefined
  await db.transaction().execute(async (trx) => {
    if (!isBulk) return keepNone(trx, on, others)
    const decided = history.isNumbered
      ? { numbers: { from: 0, to: Math.max(...others.map(({ number }) => number ?? 0)) } }
      : { until: now }
    await keepWalletDecision(trx, sender, { key, now, decided })
  })
  const n = isBulk ? count : others.length
  const left = isBulk ? 0 : count - found.length
  const more = left > 0 ? ` ${left} older ones are left: list them and say it again.` : ''
  return `${n} transactions of ${sender.address} on ${sender.chain} are none of Koi’s.${more}`
}

async function keepNone(trx: Database, { sender, key, now }: On, found: readonly Found[]): Promise<void> {
  for (const { number, transaction } of found) {
    const numbers = number === null ? undefined : { from: number, to: number }
    const decided = { txId: transaction?.txId, numbers }
    await keepWalletDecision(trx, sender, { key, now, decided })
  }
}

async function recoverAs(on: On, txId: string, id: string): Promise<string> {
  const { db, sender, key, history, now } = on
  const transaction = await history.read(txId)
  if (!transaction) throw notListed(txId, sender)
  if (!transaction.isFinal) {
    throw new StartupError(`${txId} is not final on ${sender.chain} yet: say it again in some minutes.`)
  }
  return repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      const stored = await storedAs(trx, sender, txId)
      const { txIds } = await readDecisions(trx, sender, key)
      if (txIds.has(txId) || (stored && stored.outcome !== 'expired')) {
        throw new StartupError(`${txId} on ${sender.chain} was decided before, and that stays.`)
      }
      if (stored && stored.withdrawal_id !== id) {
        throw new StartupError(`${txId} was signed for withdrawal ${stored.withdrawal_id}, not for ${id}.`)
      }
      const row = await trx
        .selectFrom('withdrawal')
        .selectAll()
        .where('id', '=', id)
        .where('chain', '=', sender.chain)
        .forUpdate()
        .executeTakeFirst()
      const transfer = row && transaction.transfers.find((each) => fits(row, each))
      if (!row || !transfer) {
        throw new StartupError(`${txId} has not paid the amount of withdrawal ${id} to its address.`)
      }
      if (!isUnderWay(row)) throw new StartupError(`Withdrawal ${id} is ${row.status}: it stays so.`)
      await endOwnAttempts(trx, { row, transaction, at: new Date(now) })
      const differences = await booksDifferences(trx, row)
      if (differences.length > 0) {
        throw new StartupError(
          `The books say otherwise than withdrawal ${id} (${differences.join(', ')}): look at \`npm run reconcile\` first.`,
        )
      }
      await book(trx, on, { row, transaction, transfer, stored })
      const numbers =
        transaction.nonce === null ? undefined : { from: transaction.nonce, to: transaction.nonce }
      await keepWalletDecision(trx, sender, { key, now, decided: { txId, numbers, withdrawal: id } })
      return `Withdrawal ${id} is paid by ${txId}.`
    }),
  )
}

interface Paying {
  readonly row: WithdrawalRow
  readonly transaction: WalletTransaction
}

/** An attempt with the same nonce can pay no more; any other might. */
async function endOwnAttempts(
  trx: Database,
  { row, transaction, at }: Paying & { readonly at: Date },
): Promise<void> {
  const open = await trx
    .selectFrom('withdrawal_transaction')
    .selectAll()
    .where('withdrawal_id', '=', row.id)
    .where('outcome', 'is', null)
    .orderBy('id')
    .execute()
  const [attempt] = open
  if (!attempt) return
  if (transaction.nonce === null || open.some(({ nonce }) => nonce !== String(transaction.nonce))) {
    throw new StartupError(
      `Withdrawal ${row.id} has a transaction that may still pay: let the signer run until it is settled.`,
    )
  }
  await closeAttempts(trx, { attempt, outcome: 'expired', at })
}

interface Booking extends Paying {
  readonly transfer: WalletTransfer
  /** As it was given up; undefined when the database lacked it. */
  readonly stored: Attempt | undefined
}

async function book(
  trx: Database,
  { sender, now }: On,
  { row, transaction, transfer, stored }: Booking,
): Promise<void> {
  const at = new Date(now)
  const { chain } = sender
  if (stored) await takeBack(trx, stored, at)
  else await storePaid(trx, { row, transaction, chain, at })
  const paid = { chain, txId: transaction.txId, logIndex: transfer.logIndex }
  await postTransaction(
    trx,
    completeWithdrawal(await readReservation(trx, row), { transfer: paid, fee: BigInt(row.fee) }),
    now,
  )
  await trx
    .updateTable('withdrawal')
    .set({
      status: 'confirmed',
      reason: 'recovered',
      claimed_by: null,
      claimed_until: null,
      signed_at: row.signed_at ?? at,
      broadcast_at: row.broadcast_at ?? at,
      settled_at: at,
      updated_at: at,
    })
    .where('id', '=', row.id)
    .execute()
}

async function takeBack(trx: Database, attempt: Attempt, at: Date): Promise<void> {
  const { id, withdrawal_id, chain, sender, nonce } = attempt
  await trx
    .updateTable('withdrawal_transaction')
    .set({ outcome: 'confirmed', settled_at: at })
    .where('id', '=', id)
    .execute()
  if (nonce === null || sender === null) return
  await trx
    .updateTable('withdrawal_nonce')
    .set({ outcome: 'used' })
    .where('withdrawal_id', '=', withdrawal_id)
    .where('chain', '=', chain)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .execute()
}

async function storePaid(
  trx: Database,
  { row, transaction, chain, at }: Paying & { readonly chain: string; readonly at: Date },
): Promise<void> {
  await trx
    .insertInto('withdrawal_transaction')
    .values({
      // The signed bytes were lost with the database: the chain has them.
      withdrawal_id: row.id,
      chain,
      tx_id: transaction.txId,
      raw: Buffer.of(),
      // Not now: a search for unknown transfers starts at the newest known payment.
      expires_at: at,
      signed_at: row.requested_at,
      sent_at: at,
      signed_block: null,
      sender: null,
      nonce: null,
      outcome: 'confirmed',
      settled_at: at,
    })
    .execute()
}

const notListed = (what: string, { chain }: ChainSender) =>
  new StartupError(
    `${chain} shows no transaction ${what} of the wallet that the database does not know: \`npm run signer -- recover\` lists those.`,
  )
