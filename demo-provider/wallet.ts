import { randomUUID, type KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SIGNATURE, signatureOf } from './signatures.ts'
import type { Transaction } from './transactions.ts'

/** The operator's answer to a call; null if none came that could be understood. */
export interface WalletAnswer {
  readonly status: string
  /** In 10⁻⁵ of the currency. */
  readonly balance: number | null
}

export interface WalletOptions {
  /** Without the path of a call. */
  readonly url: string
  readonly key: KeyObject
  readonly timeoutMs?: number
  /** Replaced by a driver that loses answers. */
  readonly send?: typeof fetch
}

/** Tries of a bet or a win while its player waits. */
const TRIES = 3
const BETWEEN_TRIES_MS = 150

export interface Wallet {
  balance(asked: { readonly user: string; readonly token: string }): Promise<WalletAnswer | null>
  /** Asks once. */
  ask(transaction: Transaction): Promise<WalletAnswer | null>
  /** Asks up to three times, with the same bytes. */
  insist(transaction: Transaction): Promise<WalletAnswer | null>
}

export function createWallet({ url, key, timeoutMs = 1_000, send = fetch }: WalletOptions): Wallet {
  const post = async (path: string, value: object): Promise<WalletAnswer | null> => {
    const body = Buffer.from(JSON.stringify(value))
    const headers = { 'content-type': 'application/json', [SIGNATURE]: signatureOf(body, key) }
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await send(url + path, { method: 'POST', headers, body, signal })
      return answer.status === 200 ? readAnswer(await answer.json()) : null
    } catch {
      return null
    }
  }
  const ask = (transaction: Transaction) => post(`/transaction/${transaction.type}`, bodyOf(transaction))
  return {
    balance: ({ user, token }) => post('/user/balance', { user, token, request_uuid: randomUUID() }),
    ask,
    async insist(transaction) {
      for (let nth = 1; nth <= TRIES; nth += 1) {
        const answer = await ask(transaction)
        // An unknown error may be gone at the next try; anything else is a decision.
        if (answer && answer.status !== 'RS_ERROR_UNKNOWN') return answer
        if (nth < TRIES) await sleep(nth * BETWEEN_TRIES_MS)
      }
      return null
    },
  }
}

function readAnswer(value: unknown): WalletAnswer | null {
  if (typeof value !== 'object' || value === null) return null
  const { status, balance } = value as { status?: unknown; balance?: unknown }
  if (typeof status !== 'string') return null
  return { status, balance: typeof balance === 'number' ? balance : null }
}

/** The request has the transaction's id: a repetition is the same bytes. */
export const bodyOf = (transaction: Transaction) => ({
  user: transaction.user,
  token: transaction.token,
  request_uuid: transaction.id,
  transaction_uuid: transaction.id,
  ...(transaction.reference !== null && { reference_transaction_uuid: transaction.reference }),
  supplier_user: transaction.user,
  game_code: transaction.game,
  round: transaction.round,
  round_closed: transaction.closes,
  currency: transaction.currency,
  ...(transaction.type !== 'rollback' && { amount: transaction.amount, is_free: false }),
})
