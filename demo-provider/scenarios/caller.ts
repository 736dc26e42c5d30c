import { randomUUID, type KeyObject } from 'node:crypto'
import type { Purse } from '../cashier.ts'
import { SIGNATURE, signatureOf } from '../signatures.ts'
import { bodyOf } from '../wallet.ts'
import type { Transaction } from '../transactions.ts'

export interface Heard {
  readonly status: string
  readonly balance: number | null
  readonly text: string
}

/** Calls the wallet as the protocol allows, and as it does not. */
export interface Caller {
  send(path: string, body: Buffer, signature?: string): Promise<Heard>
  ask(transaction: Transaction, more?: object): Promise<Heard>
  balance(purse: Purse): Promise<Heard>
  signature(body: Buffer): string
}

export function createCaller(koi: string, key: KeyObject): Caller {
  const send = async (path: string, body: Buffer, signature = signatureOf(body, key)): Promise<Heard> => {
    const answer = await fetch(`${koi}/api/providers/koi-demo${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE]: signature },
      body: new Uint8Array(body),
    })
    const text = await answer.text()
    if (answer.status !== 200) return { status: `HTTP ${answer.status}`, balance: null, text }
    const { status = '', balance = null } = JSON.parse(text) as { status?: string; balance?: number | null }
    return { status, balance, text }
  }
  return {
    send,
    signature: (body) => signatureOf(body, key),
    ask: (transaction, more = {}) =>
      send(
        `/transaction/${transaction.type}`,
        Buffer.from(JSON.stringify({ ...bodyOf(transaction), ...more })),
      ),
    balance: ({ user, token }) =>
      send('/user/balance', Buffer.from(JSON.stringify({ user, token, request_uuid: randomUUID() }))),
  }
}

export const newCall = (
  purse: Purse,
  type: Transaction['type'],
  { game, ...more }: Partial<Transaction> & { readonly game: string },
): Transaction => ({
  ...purse,
  id: randomUUID(),
  type,
  reference: null,
  game,
  round: randomUUID(),
  closes: false,
  amount: 0,
  at: new Date().toISOString(),
  ...more,
})
