import { isSameAddress } from '#contract/same-address.ts'
import type { Database } from '#server/db/tables.ts'
import type { ChainView, Moved } from './chain-view.ts'

export interface ChainComparison {
  readonly chain: string
  readonly compared: number
  /** One sentence for each booking that the chain contradicts. */
  readonly differences: readonly string[]
  /** The node did not answer for these bookings. */
  readonly notChecked: readonly string[]
}

interface CompareOptions {
  /** How many of the newest credited deposits, sent withdrawals and abandoned payments are compared. */
  readonly last: number
  /** Bookings found before are rechecked for a few hours only. Times in milliseconds since the epoch. */
  readonly known?: { readonly foundAt: Map<string, number>; readonly now: number }
}

/** A reorg can undo a booking. After this time it is not checked again. */
const RECHECK_MS = 2 * 60 * 60_000

const MAX_FAILURES = 3

interface Expected {
  readonly what: string
  readonly txId: string
  readonly isIn: (moves: readonly Moved[]) => boolean
  /** It must be there, or must not. */
  readonly isDue: boolean
}

/**
 * Checks that the chain has the bookings of the ledger: the same transaction, sender of a deposit, recipient and amount.
 * Also checks that abandoned payments were not executed.
 */
export async function compareWithChain(
  db: Database,
  view: ChainView,
  { last, known = { foundAt: new Map(), now: 0 } }: CompareOptions,
): Promise<ChainComparison> {
  const { chain } = view
  const differences: string[] = []
  const notChecked: string[] = []
  let compared = 0
  for (const { what, txId, isIn, isDue } of [
    ...(await creditedDeposits(db, chain, last)),
    ...(await sentWithdrawals(db, chain, last)),
    ...(await abandonedPayments(db, chain, last)),
  ]) {
    const name = `${what} ${txId}`
    const foundAt = known.foundAt.get(name)
    if (foundAt !== undefined && known.now - foundAt >= RECHECK_MS) continue
    if (notChecked.length >= MAX_FAILURES) break
    try {
      compared += 1
      if (isIn(await view.movedBy(txId)) === isDue) known.foundAt.set(name, foundAt ?? known.now)
      else differences.push(`${what} is ${isDue ? 'not ' : ''}on ${chain} in ${txId}`)
    } catch (error) {
      notChecked.push(`${what} in ${txId}: ${error instanceof Error ? error.message : 'no answer'}`)
    }
  }
  return { chain, compared, differences, notChecked }
}

async function creditedDeposits(db: Database, chain: string, last: number): Promise<Expected[]> {
  const rows = await db
    .selectFrom('deposit')
    .select(['id', 'tx_id', 'log_index', 'sender', 'recipient', 'coin', 'amount'])
    .where('chain', '=', chain)
    .where('status', '=', 'credited')
    .orderBy('id', 'desc')
    .limit(last)
    .execute()
  return rows.map(({ id, tx_id, log_index, sender, recipient, coin, amount }) => ({
    isDue: true,
    what: `deposit ${id} of ${amount} ${coin} from ${sender} to ${recipient}`,
    txId: tx_id,
    isIn: (moves) =>
      moves.some(
        (moved) =>
          moved.logIndex === log_index &&
          moved.coin === coin &&
          isSameAddress(moved.from, sender) &&
          isSameAddress(moved.to, recipient) &&
          moved.amount === BigInt(amount),
      ),
  }))
}

/** Without those that an operator booked as sent because the chain did not show enough. */
async function sentWithdrawals(db: Database, chain: string, last: number): Promise<Expected[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .innerJoin('withdrawal_transaction as sent', 'sent.withdrawal_id', 'withdrawal.id')
    .select(['withdrawal.id', 'sent.tx_id', 'withdrawal.address', 'withdrawal.coin'])
    .select(['withdrawal.amount', 'withdrawal.fee'])
    .where('withdrawal.chain', '=', chain)
    .where('withdrawal.status', '=', 'confirmed')
    .where('sent.outcome', '=', 'confirmed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('withdrawal_decision')
            .select('withdrawal_decision.id')
            .whereRef('withdrawal_decision.withdrawal_id', '=', 'withdrawal.id')
            .where('withdrawal_decision.decision', '=', 'paid'),
        ),
      ),
    )
    .orderBy('withdrawal.id', 'desc')
    .limit(last)
    .execute()
  return rows.map(({ id, tx_id, address, coin, amount, fee }) => {
    const paid = BigInt(amount) - BigInt(fee)
    return {
      isDue: true,
      what: `withdrawal ${id} of ${paid} ${coin} to ${address}`,
      txId: tx_id,
      isIn: (moves) => isPaidBy(moves, { coin, address, paid }),
    }
  })
}

/** Tokens such as USDT can charge a fee for each transfer: at most 0.2 %. */
const MAX_FEE_BPS = 20n

function isPaidBy(
  moves: readonly Moved[],
  { coin, address, paid }: { readonly coin: string; readonly address: string; readonly paid: bigint },
): boolean {
  const ofCoin = moves.filter((moved) => moved.coin === coin)
  return ofCoin.some(({ from, to, amount, logIndex }) => {
    if (!isSameAddress(to, address)) return false
    if (amount === paid) return true
    const [fee] = ofCoin.filter((each) => each.logIndex !== logIndex && isSameAddress(each.from, from))
    const isFee = ofCoin.length === 2 && fee !== undefined && amount + fee.amount === paid
    return isFee && fee.amount * 10_000n <= paid * MAX_FEE_BPS
  })
}

/** Signed payments that the books count as never executed: their money was returned or sent otherwise. */
async function abandonedPayments(db: Database, chain: string, last: number): Promise<Expected[]> {
  const rows = await db
    .selectFrom('withdrawal_transaction as given_up')
    .innerJoin('withdrawal', 'withdrawal.id', 'given_up.withdrawal_id')
    .select(['withdrawal.id', 'withdrawal.address', 'withdrawal.coin', 'withdrawal.status', 'given_up.tx_id'])
    .where('given_up.chain', '=', chain)
    .where('given_up.outcome', 'in', ['expired', 'reverted'])
    .orderBy('given_up.id', 'desc')
    .limit(last)
    .execute()
  return rows.map(({ id, address, coin, status, tx_id }) => ({
    isDue: false,
    what: `a payment of ${coin} to ${address} given up for withdrawal ${id} (${status})`,
    txId: tx_id,
    isIn: (moves) => moves.some((moved) => moved.coin === coin && isSameAddress(moved.to, address)),
  }))
}
