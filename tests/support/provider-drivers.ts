import { createHmac, createSecretKey, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { hub88Codec } from '#server/providers/hub88/hub88-codec.ts'
import type { ProviderServices } from '#server/providers/perform-call.ts'
import { createProviderDesk } from '#server/providers/provider-desk.ts'
import type { ProviderCodec, ProviderLink } from '#server/providers/provider-link.ts'
import { softswissCodec } from '#server/providers/softswiss/softswiss-codec.ts'

/** As a provider says it, in whole smallest units of USDT. */
interface Said {
  readonly user: string
  readonly token: string
  readonly id?: string
  readonly round?: string
  readonly game?: string
  readonly amount?: bigint
  readonly currency?: string
  readonly closes?: boolean
}

interface Heard {
  /** `ok`, or the protocol's word for why not. */
  readonly status: string
  /** In smallest units; null if it was not told. */
  readonly balance: bigint | null
  readonly text: string
}

/** A provider of one protocol. */
export interface Driver {
  readonly protocol: string
  bet(said: Said): Promise<Heard>
  win(said: Said & { readonly of: string }): Promise<Heard>
  rollBack(said: Said & { readonly of: string }): Promise<Heard>
  balance(said: Said): Promise<Heard>
  /** Sends a call with a signature of another key. */
  forge(said: Said): Promise<Heard>
  /** Sends these bytes, signed. */
  raw(path: string, body: Buffer): Promise<{ readonly status: number; readonly text: string }>
  /** The protocol's words. */
  readonly words: Readonly<
    Record<
      | 'funds'
      | 'altered'
      | 'unknown'
      | 'expired'
      | 'blocked'
      | 'limit'
      | 'game'
      | 'coin'
      | 'back'
      | 'token'
      | 'user'
      | 'unsigned',
      string
    >
  >
}

const CURRENCIES = new Map([
  ['USDT', { coin: 'usdt-tron', decimals: 6 }],
  ['TRX', { coin: 'trx-tron', decimals: 6 }],
  ['SOL', { coin: 'sol-solana', decimals: 8 }],
])

/** The body of a call, as Hub88 writes it. */
export function hub88Body(
  {
    user,
    token,
    id = randomUUID(),
    round = 'round',
    game = 'wheel',
    amount,
    currency = 'USDT',
    closes = false,
  }: Said,
  more: object = {},
): Buffer {
  return Buffer.from(
    JSON.stringify({
      user,
      token,
      request_uuid: `request ${id}`,
      transaction_uuid: id,
      supplier_user: user,
      game_code: game,
      round,
      round_closed: closes,
      currency,
      ...(amount !== undefined && { amount: Number(amount / 10n) }),
      ...more,
    }),
  )
}

export function hub88Driver(services: ProviderServices, provider: string): Driver {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const link: ProviderLink = {
    provider,
    currencies: CURRENCIES,
    keys: [publicKey],
  }
  const desk = createProviderDesk(services, link)
  const send = async (path: string, body: Buffer, key = privateKey) => {
    const signature = sign('RSA-SHA256', body, key).toString('base64')
    const { body: text } = await hub88Codec.respond({ path, body, signature }, desk)
    const { status, balance } = JSON.parse(text) as { status: string; balance?: number }
    return {
      status: status === 'RS_OK' ? 'ok' : status,
      balance: balance === undefined ? null : BigInt(balance) * 10n,
      text,
    }
  }
  return {
    protocol: 'Hub88',
    bet: (said) => send('/transaction/bet', hub88Body(said)),
    win: (said) => send('/transaction/win', hub88Body(said, { reference_transaction_uuid: said.of })),
    rollBack: (said) =>
      send('/transaction/rollback', hub88Body(said, { reference_transaction_uuid: said.of })),
    balance: (said) => send('/user/balance', hub88Body(said)),
    forge: (said) => send('/transaction/bet', hub88Body(said), other),
    async raw(path, bytes) {
      const { text } = await send(path, bytes)
      return { status: 200, text }
    },
    words: {
      funds: 'RS_ERROR_NOT_ENOUGH_MONEY',
      altered: 'RS_ERROR_DUPLICATE_TRANSACTION',
      unknown: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
      expired: 'RS_ERROR_TOKEN_EXPIRED',
      blocked: 'RS_ERROR_USER_DISABLED',
      limit: 'RS_ERROR_LIMIT_REACHED',
      game: 'RS_ERROR_INVALID_GAME',
      coin: 'RS_ERROR_WRONG_CURRENCY',
      back: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
      token: 'RS_ERROR_INVALID_TOKEN',
      user: 'RS_ERROR_UNKNOWN',
      unsigned: 'RS_ERROR_INVALID_SIGNATURE',
    },
  }
}

/** The body of a call with these actions, as the family of SOFTSWISS writes it. */
export function softswissBody(
  { user, token, round = 'round', game = 'wheel', currency = 'USDT', closes = false }: Said,
  actions: readonly object[],
): Buffer {
  return Buffer.from(
    JSON.stringify({
      user_id: user,
      session_id: token,
      currency,
      game,
      game_id: round,
      finished: closes,
      actions,
    }),
  )
}

export function softswissDriver(services: ProviderServices, provider: string): Driver {
  const secret = randomBytes(32)
  const link: ProviderLink = { provider, currencies: CURRENCIES, keys: [createSecretKey(secret)] }
  const desk = createProviderDesk(services, link)
  const codec: ProviderCodec = softswissCodec
  const send = async (path: string, bytes: Buffer, key: Buffer = secret) => {
    const signature = createHmac('sha256', key).update(bytes).digest('hex')
    const { status, body: text } = await codec.respond({ path, body: bytes, signature }, desk)
    const { code, balance } = JSON.parse(text) as { code?: number; balance?: number }
    return {
      status: status === 200 ? 'ok' : `${code}`,
      balance: balance === undefined ? null : BigInt(balance),
      text,
      http: status,
    }
  }
  const one = (said: Said, action: string, more: object = {}) =>
    softswissBody(said, [
      {
        action,
        action_id: said.id ?? randomUUID(),
        ...(said.amount !== undefined && { amount: Number(said.amount) }),
        ...more,
      },
    ])
  return {
    protocol: 'SOFTSWISS',
    bet: (said) => send('/play', one(said, 'bet')),
    win: (said) => send('/play', one(said, 'win')),
    rollBack: (said) => send('/rollback', one(said, 'rollback', { original_action_id: said.of })),
    balance: (said) => send('/play', softswissBody(said, [])),
    forge: (said) => send('/play', one(said, 'bet'), randomBytes(32)),
    async raw(path, bytes) {
      const { http, text } = await send(path, bytes)
      return { status: http, text }
    },
    words: {
      funds: '100',
      altered: '400',
      unknown: '404',
      expired: '403',
      blocked: '110',
      limit: '105',
      game: '107',
      coin: '154',
      back: '410',
      token: '403',
      user: '101',
      unsigned: '403',
    },
  }
}
