import { verify } from 'node:crypto'
import * as v from 'valibot'
import type { ProviderStatus } from '#server/db/provider-kinds.ts'
import { ProviderNameSchema, type ProviderAction } from '#server/providers/provider-call.ts'
import type { LinkedCoin } from '#server/config/provider-config.ts'
import type { ProviderCodec, ProviderDesk } from '#server/providers/provider-link.ts'

// The wallet calls of Hub88's operator API, version 2. Amounts are 10⁻⁵ of a currency.

const HUB88_DECIMALS = 5

const STATUSES: Readonly<Record<ProviderStatus, string>> = {
  ok: 'RS_OK',
  user_unknown: 'RS_ERROR_UNKNOWN',
  token_unknown: 'RS_ERROR_INVALID_TOKEN',
  token_expired: 'RS_ERROR_TOKEN_EXPIRED',
  game_unknown: 'RS_ERROR_INVALID_GAME',
  wrong_coin: 'RS_ERROR_WRONG_CURRENCY',
  no_funds: 'RS_ERROR_NOT_ENOUGH_MONEY',
  player_blocked: 'RS_ERROR_USER_DISABLED',
  limit_reached: 'RS_ERROR_LIMIT_REACHED',
  altered_repeat: 'RS_ERROR_DUPLICATE_TRANSACTION',
  transaction_unknown: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
  rolled_back: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
}

const id = ProviderNameSchema
const Named = { user: id, request_uuid: id }
const InfoSchema = v.object(Named)
const BalanceSchema = v.object({ ...Named, token: id })
const Transaction = {
  ...Named,
  token: id,
  transaction_uuid: id,
  game_code: id,
  round: id,
  round_closed: v.optional(v.nullable(v.boolean()), false),
  currency: id,
}
const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const BetSchema = v.object({ ...Transaction, amount })
const WinSchema = v.object({ ...Transaction, amount, reference_transaction_uuid: id })
/** Its amount and currency are those of what it rolls back. */
const RollbackSchema = v.object({
  ...Transaction,
  currency: v.optional(v.nullable(id)),
  reference_transaction_uuid: id,
})

interface Said {
  readonly user?: string
  readonly request_uuid?: string
  readonly currency?: string
  readonly balance?: number
}

class Hub88Error extends Error {
  constructor(
    readonly status: string,
    readonly said: Said = {},
  ) {
    super(status)
  }
}

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })

export const hub88Codec: ProviderCodec = {
  signatureHeader: 'x-hub88-signature',
  async respond({ path, body, signature }, desk) {
    try {
      if (!isSigned(desk, body, signature)) throw new Hub88Error('RS_ERROR_INVALID_SIGNATURE')
      return ok(await answer(path, readJson(body), desk))
    } catch (error) {
      if (!(error instanceof Hub88Error)) throw error
      return ok({ ...error.said, status: error.status })
    }
  },
  failure: ok({ status: 'RS_ERROR_UNKNOWN' }),
}

function isSigned({ link }: ProviderDesk, body: Buffer, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  return link.keys.some((key) => verify('RSA-SHA256', body, key, bytes))
}

function readJson(body: Buffer): object {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Below.
  }
  throw new Hub88Error('RS_ERROR_WRONG_SYNTAX')
}

function parse<S extends v.GenericSchema<unknown, unknown>>(schema: S, value: object): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const { success, output } = v.safeParse(v.object(Named), value)
  throw new Hub88Error('RS_ERROR_WRONG_TYPES', success ? output : {})
}

async function answer(path: string, value: object, desk: ProviderDesk): Promise<object> {
  switch (path) {
    case '/user/info': {
      const { user, request_uuid } = parse(InfoSchema, value)
      const { status } = await desk.look({ user, token: null, coin: null })
      // Koi knows no country of its players.
      return { user, status: STATUSES[status], request_uuid, country: 'XX' }
    }
    case '/user/balance': {
      const { user, request_uuid, token } = parse(BalanceSchema, value)
      const { status, balance, coin } = await desk.look({ user, token, coin: null })
      const linked = [...desk.link.currencies].find(([, each]) => each.coin === coin)
      const held = linked && { currency: linked[0], balance: toHub88(balance, linked[1]) }
      return { user, status: STATUSES[status], request_uuid, ...held }
    }
    case '/transaction/bet': {
      const said = parse(BetSchema, value)
      return perform(desk, said, (coin) => ({
        type: 'bet',
        id: said.transaction_uuid,
        amount: fromHub88(said.amount, coin),
      }))
    }
    case '/transaction/win': {
      const said = parse(WinSchema, value)
      return perform(desk, said, (coin) => ({
        type: 'win',
        id: said.transaction_uuid,
        amount: fromHub88(said.amount, coin),
        bet: said.reference_transaction_uuid,
      }))
    }
    case '/transaction/rollback': {
      const said = parse(RollbackSchema, value)
      const { user, transaction_uuid: id, reference_transaction_uuid: of } = said
      const rollBack = (currency: string) =>
        perform(desk, { ...said, currency }, () => ({ type: 'roll-back', id, of }))
      if (said.currency) return rollBack(said.currency)
      // A repetition has its own, whatever has come meanwhile.
      const currency = await currencyOf(desk, user, [id, of])
      const answered = await rollBack(currency)
      // A bet that came together with it may have told the coin only now.
      const told = await currencyOf(desk, user, [id, of])
      return told === currency ? answered : rollBack(told)
    }
    default:
      throw new Hub88Error('RS_ERROR_UNKNOWN')
  }
}

/** Any, where nothing is known to be rolled back. */
async function currencyOf(desk: ProviderDesk, user: string, ids: readonly string[]): Promise<string> {
  const coin = await desk.coinOf(user, ids)
  const all = [...desk.link.currencies]
  const [name = ''] = all.find(([, each]) => each.coin === coin) ?? all[0] ?? []
  return name
}

interface SaidTransaction {
  readonly user: string
  readonly token: string
  readonly request_uuid: string
  readonly game_code: string
  readonly round: string
  readonly round_closed: boolean | null
  readonly currency: string
}

async function perform(
  desk: ProviderDesk,
  { user, token, request_uuid, game_code: game, round, round_closed, currency }: SaidTransaction,
  actionOf: (coin: LinkedCoin) => ProviderAction,
): Promise<object> {
  const coin = desk.link.currencies.get(currency)
  if (!coin) throw new Hub88Error(STATUSES.wrong_coin, { user, request_uuid })
  const { status, balance } = await desk.perform({
    user,
    token,
    request: request_uuid,
    coin: coin.coin,
    game,
    round,
    closesRound: round_closed === true,
    actions: [actionOf(coin)],
  })
  return { user, status: STATUSES[status], request_uuid, currency, balance: toHub88(balance, coin) }
}

const unitOf = ({ decimals }: LinkedCoin) => 10n ** BigInt(decimals - HUB88_DECIMALS)

export const fromHub88 = (said: number | bigint, coin: LinkedCoin): bigint => BigInt(said) * unitOf(coin)

/** Rounded down: a player never stakes what is not there. */
const toHub88 = (balance: bigint, coin: LinkedCoin): number => Number(balance / unitOf(coin))
