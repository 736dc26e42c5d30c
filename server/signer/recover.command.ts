import { isSameAddress } from '#contract/same-address.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
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
  /** What the ledger keeps of each coin. */
  readonly decimals: ReadonlyMap<string, number>
  readonly now: number
}
type On = Omit<Place, 'senders'> & { readonly sender: ChainSender; readonly history: WalletHistory }

/** What the wallet has sent and the database does not know: by its hash, or by a number that no node shows. */
interface Found {
  readonly number: number | null
  /** Its number is in no block: what has it may come, or never. */
  readonly isWaiting: boolean
  readonly transaction: WalletTransaction | null
  readonly matches: readonly WithdrawalRow[]
  /** Id of the withdrawal that it was signed for and that has given it up; null for what was never stored. */
  readonly givenUpBy: string | null
}

export interface RecoverArguments {
  readonly chain: string
  /** Hash or number of a transaction, or `others`: all that match no withdrawal. */
  readonly what: string
  /** Id of the withdrawal that it has paid, or `none`. */
  readonly as: string
}

/** Looked at one by one, the newest ones. */
const MOST_SHOWN = 200
const UNDER_WAY = ['queued', 'review', 'signing', 'signed', 'broadcast'] as const

/** What the wallets have sent and the database does not know, what it may have paid, and what to say about it. */
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

/** Nothing speaks for that it has paid a withdrawal. */
const isOther = ({ matches, isWaiting, givenUpBy }: Found) =>
  matches.length === 0 && !isWaiting && givenUpBy === null

/** It was given up and has paid its own withdrawal, which is under way: nothing else than booking it ends that one. */
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

/** Of a token that is none of Koi's in its own smallest unit. */
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
      // The list may be ahead of what tells about one transaction.
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
    // Without it nothing can be said: `paid` and `unpaid` end what no node tells about.
    if (!transaction && asked.includes(number)) continue
    const matching = transaction ? await matchesOf(on, transaction) : { matches: [], givenUpBy: null }
    found.push({ number, isWaiting: number >= inBlocks, transaction, ...matching })
  }
  found.push(...(await paidAfterAll(on)))
  return { found, count: found.length + unknown.length - shown.length }
}

/** Numbers of withdrawals that something else has used. */
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

/** The newest block at the newest payment that the database knows: what it does not know came later. */
async function firstBlock({ db, sender }: On): Promise<number | null> {
  const row = await db
    .selectFrom('withdrawal_transaction')
    .select(({ fn }) => fn.max('signed_block').as('block'))
    .where('chain', '=', sender.chain)
    .executeTakeFirst()
  return row?.block ? Number(row.block) : null
}

/**
 * Transactions with numbers that withdrawals have given up, and that have paid all the same, also when their money
 * went back since. What a paid withdrawal has replaced with the same number is not asked for.
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
    // What can still be booked before what cannot.
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
 * Withdrawals of the same coin and amount to the same address, those that are not settled first; of what was signed
 * for a withdrawal, that one alone.
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

/** A transaction as the database has it. */
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
 * Keeps what an operator says of transactions that the database did not know: a withdrawal becomes paid by one,
 * with its posting in the ledger, or it is none of Koi's.
 * @throws StartupError when the chain or the books say otherwise
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
 * What has a number may still come, so nothing is said about it for good: it is looked for no more, and found again
 * as soon as a block has it.
 */
async function forgetWaiting({ db, sender, history }: On, number: string): Promise<string> {
  const { seen } = history.isNumbered ? await history.used() : { seen: 0 }
  if (Number(number) < seen) {
    throw new StartupError(`The node still has a transaction with number ${number}: look again later.`)
  }
  await db
    .updateTable('signer_halt')
    .set({ seen_nonce: String(seen) })
    .where('chain', '=', sender.chain)
    .execute()
  return `Numbers from ${seen} on count as free on ${sender.chain}, until a block has one of them.`
}

/**
 * All at once, for a wallet that was used by hand or before Koi; what fits a withdrawal has to be named. What was
 * not looked at one by one is set aside only where there is no withdrawal that it could have paid.
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

/** One that was sent with the same number can pay no more; any other might. */
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
  /** As it was given up; undefined when the database did not know it. */
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

/** It was given up, and has paid. */
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
      // What was signed went with the database that was lost: the chain has it.
      withdrawal_id: row.id,
      chain,
      tx_id: transaction.txId,
      raw: Buffer.of(),
      // Not of now: what is newer than the newest known payment alone is looked through.
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
