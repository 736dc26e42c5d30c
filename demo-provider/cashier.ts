import { randomUUID } from 'node:crypto'
import { rollbackOf, type Transaction, type Transactions } from './transactions.ts'
import type { Wallet } from './wallet.ts'

/** One player's session, as the operator named it. */
export interface Purse {
  readonly user: string
  readonly token: string
  readonly currency: string
}

export interface Staked extends Purse {
  readonly game: string
  readonly round: string
  readonly amount: number
}

/** `code` of a refusal is for the page. */
export type Taken =
  | { readonly bet: Transaction; readonly balance: number | null }
  | { readonly bet: null; readonly balance: number | null; readonly code: RefusalCode }

export type RefusalCode = 'no_money' | 'limit' | 'blocked' | 'expired' | 'closed' | 'unavailable'

const REFUSALS: Readonly<Record<string, RefusalCode>> = {
  RS_ERROR_NOT_ENOUGH_MONEY: 'no_money',
  RS_ERROR_LIMIT_REACHED: 'limit',
  RS_ERROR_USER_DISABLED: 'blocked',
  RS_ERROR_TOKEN_EXPIRED: 'expired',
  RS_ERROR_INVALID_TOKEN: 'expired',
  RS_ERROR_INVALID_GAME: 'closed',
}
/** The operator has taken nothing for sure; all other refusals are rolled back. */
const NOTHING_TAKEN = new Set(['RS_ERROR_NOT_ENOUGH_MONEY', 'RS_ERROR_LIMIT_REACHED'])

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000

/** Takes stakes and pays wins. A call without an answer is repeated until it has one, also after a restart. */
export interface Cashier {
  takeBet(staked: Staked): Promise<Taken>
  /** Ends the round. @returns the balance, null while the operator does not answer */
  pay(bets: readonly Transaction[], amount: number): Promise<number | null>
  giveBack(bets: readonly Transaction[]): void
  /** Number of calls that wait for an answer. */
  waiting(): number
  stop(): void
}

export function openCashier(transactions: Transactions, wallet: Wallet): Cashier {
  let isStopped = false
  const pending = new Set<string>()

  const settle = (of: string, state: 'done' | 'void', asked: readonly Transaction[] = []) =>
    transactions.write({ states: [{ of, state }], asked })

  const keepAsking = (transaction: Transaction, nth = 0) => {
    pending.add(transaction.id)
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** nth, LONGEST_PAUSE_MS)
    const timer = setTimeout(() => void askAgain(transaction, nth), pause)
    timer.unref()
  }

  const askAgain = async (transaction: Transaction, nth: number) => {
    if (isStopped) return
    const answer = await wallet.ask(transaction)
    if (isStopped) return
    const state = answer && finalState(transaction, answer.status)
    if (!state) return keepAsking(transaction, nth + 1)
    pending.delete(transaction.id)
    // A bet that could be rolled back was taken, though its answer was lost.
    const taken = transaction.type === 'rollback' && state === 'done' ? transaction.reference : null
    transactions.write({
      states: [
        { of: transaction.id, state },
        ...(taken === null ? [] : [{ of: taken, state: 'done' as const }]),
      ],
    })
  }

  const giveBack = (bets: readonly Transaction[], voided: readonly string[] = []) => {
    const back = bets.map(rollbackOf)
    transactions.write({ states: voided.map((of) => ({ of, state: 'void' })), asked: back })
    for (const each of back) keepAsking(each)
  }

  // A bet without an answer may have been taken, and one without a win belongs to a round that a crash has ended.
  const known = [...transactions.all()]
  const paid = new Set(known.filter(({ type }) => type === 'win').map(roundOf))
  const stranded = known.filter(
    (each) =>
      each.type === 'bet' &&
      each.state !== 'void' &&
      !paid.has(roundOf(each)) &&
      !transactions.isFollowed(each.id, 'rollback'),
  )
  giveBack(
    stranded,
    stranded.filter(({ state }) => state === 'asked').map(({ id }) => id),
  )
  for (const each of known) if (each.type !== 'bet' && each.state === 'asked') keepAsking(each)

  return {
    async takeBet(staked) {
      const bet: Transaction = {
        ...staked,
        id: randomUUID(),
        type: 'bet',
        reference: null,
        closes: false,
        at: new Date().toISOString(),
      }
      transactions.write({ asked: [bet] })
      const answer = await wallet.insist(bet)
      const balance = answer?.balance ?? null
      if (answer?.status === 'RS_OK') {
        settle(bet.id, 'done')
        return { bet, balance }
      }
      if (answer && NOTHING_TAKEN.has(answer.status)) settle(bet.id, 'void')
      else giveBack([bet], [bet.id])
      return { bet: null, balance, code: REFUSALS[answer?.status ?? ''] ?? 'unavailable' }
    },
    async pay(bets, amount) {
      const [first] = bets
      if (!first) return null
      const win: Transaction = {
        ...first,
        id: randomUUID(),
        type: 'win',
        reference: first.id,
        closes: true,
        amount,
        at: new Date().toISOString(),
      }
      transactions.write({ asked: [win] })
      const answer = await wallet.insist(win)
      const state = answer && finalState(win, answer.status)
      if (state) settle(win.id, state)
      else keepAsking(win)
      return answer?.balance ?? null
    },
    giveBack: (bets) => giveBack(bets),
    waiting: () => pending.size,
    stop() {
      isStopped = true
    },
  }
}

/** Null if it has to be asked again. */
function finalState({ type }: Transaction, status: string): 'done' | 'void' | null {
  if (status === 'RS_OK') return 'done'
  if (type === 'rollback') return status === 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST' ? 'void' : null
  return status === 'RS_ERROR_TRANSACTION_ROLLED_BACK' ? 'void' : null
}

/** The win of a round names only its first bet. */
const roundOf = ({ user, round }: Transaction) => `${round} of ${user}`
