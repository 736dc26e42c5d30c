import { isSameAddress } from '#contract/same-address.ts'
import type { Database } from '#server/db/tables.ts'
import type { ChainView, Moved } from './chain-view.ts'

export interface ChainComparison {
  readonly chain: string
  /** Transfers that were looked for. */
  readonly compared: number
  /** What the ledger says and the chain does not, a sentence each. */
  readonly differences: readonly string[]
  /** What the node did not answer for: nothing is known of it. */
  readonly notChecked: readonly string[]
}

interface CompareOptions {
  /** Newest credited deposits, newest withdrawals booked as sent, and newest payments given up. */
  readonly last: number
  /** So that each is asked for during a few hours only. Moments in milliseconds since the epoch. */
  readonly known?: { readonly foundAt: Map<string, number>; readonly now: number }
}

/** A chain may take back what it had: for so long it is asked for again. */
const SURE_AFTER_MS = 2 * 60 * 60_000

/** A node that fails so often is left alone. */
const MOST_FAILURES = 3

interface Expected {
  /** In words. */
  readonly what: string
  readonly txId: string
  readonly isIn: (moves: readonly Moved[]) => boolean
  /** It must be there, or must not. */
  readonly isDue: boolean
}

/**
 * Looks on a chain for what the ledger has booked on it: the same transaction, sender of a deposit, receiver and
 * amount; and that nothing was paid by what was given up.
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
    ...(await givenUpAttempts(db, chain, last)),
  ]) {
    const name = `${what} ${txId}`
    const foundAt = known.foundAt.get(name)
    if (foundAt !== undefined && known.now - foundAt >= SURE_AFTER_MS) continue
    if (notChecked.length >= MOST_FAILURES) break
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

/** But for those that an operator has booked as sent, whom the chain had said too little. */
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

/** A token may keep a fee of each transfer, as USDT can: a fifth of a percent at most. */
const MOST_FEE_BPS = 20n

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
    return isFee && fee.amount * 10_000n <= paid * MOST_FEE_BPS
  })
}

/** What was signed for a withdrawal and never paid, as the books say, while the money went back or elsewhere. */
async function givenUpAttempts(db: Database, chain: string, last: number): Promise<Expected[]> {
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
