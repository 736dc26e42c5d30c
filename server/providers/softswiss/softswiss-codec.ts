import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { ProviderStatus } from '#server/db/provider-kinds.ts'
import { ProviderNameSchema, type ProviderAction } from '#server/providers/provider-call.ts'
import type { ProviderCodec, ProviderDesk } from '#server/providers/provider-link.ts'

// The wallet calls of the SOFTSWISS family: a batch of actions of one round in each. Amounts are in a coin's smallest
// unit. Its calls name no session.

/** HTTP status and the family's own code. */
const ERRORS: Readonly<Record<Exclude<ProviderStatus, 'ok'>, readonly [status: number, code: number]>> = {
  user_unknown: [412, 101],
  token_unknown: [403, 403],
  token_expired: [403, 403],
  game_unknown: [405, 107],
  wrong_coin: [412, 154],
  no_funds: [412, 100],
  player_blocked: [403, 110],
  limit_reached: [412, 105],
  altered_repeat: [400, 400],
  transaction_unknown: [404, 404],
  rolled_back: [410, 410],
}
const UNSIGNED = [403, 403] as const
const UNREADABLE = [400, 400] as const

const id = ProviderNameSchema
const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const ActionSchema = v.variant('action', [
  v.object({ action: v.literal('bet'), action_id: id, amount }),
  v.object({ action: v.literal('win'), action_id: id, amount }),
  v.object({ action: v.literal('rollback'), action_id: id, original_action_id: id }),
])
const CallSchema = v.object({
  user_id: id,
  currency: id,
  game: id,
  game_id: v.optional(id),
  session_id: v.optional(id),
  finished: v.optional(v.boolean(), false),
  actions: v.optional(v.pipe(v.array(ActionSchema), v.maxLength(50)), []),
})

const refused = ([status, code]: readonly [number, number]) => ({
  status,
  body: JSON.stringify({ code, message: 'The call was refused' }),
})

const respond: ProviderCodec['respond'] = async ({ path, body, signature }, desk) => {
  if (!isSigned(desk, body, signature)) return refused(UNSIGNED)
  const call = parse(body)
  const coin = call && desk.link.currencies.get(call.currency)
  if (path !== '/play' && path !== '/rollback') return refused(UNREADABLE)
  if (!call) return refused(UNREADABLE)
  if (!coin) return refused(ERRORS.wrong_coin)
  const { user_id: user, game_id: round, session_id: token = null, game, finished, actions } = call
  if (round === undefined || actions.length === 0) {
    const { status, balance } = await desk.look({ user, token: null, coin: coin.coin })
    return status === 'ok' ? answer({ balance: Number(balance) }) : refused(ERRORS[status])
  }
  const { status, balance } = await desk.perform({
    user,
    token,
    request: `${round} ${actions.map(({ action_id }) => action_id).join(' ')}`.slice(0, 100),
    coin: coin.coin,
    game,
    round,
    closesRound: finished,
    actions: actions.map(actionOf),
  })
  if (status !== 'ok') return refused(ERRORS[status])
  const transactions = actions.map(({ action_id }) => ({ action_id, tx_id: action_id }))
  return answer({ balance: Number(balance), game_id: round, transactions })
}

export const softswissCodec: ProviderCodec = {
  signatureHeader: 'x-request-sign',
  respond,
  failure: { status: 500, body: JSON.stringify({ code: 500, message: 'The call failed' }) },
}

const answer = (body: object) => ({ status: 200, body: JSON.stringify(body) })

function isSigned({ link }: ProviderDesk, body: Buffer, signature: string): boolean {
  const sent = Buffer.from(signature, 'hex')
  return link.keys.some((key) => {
    const own = createHmac('sha256', key).update(body).digest()
    return own.length === sent.length && timingSafeEqual(own, sent)
  })
}

function parse(body: Buffer): v.InferOutput<typeof CallSchema> | null {
  try {
    return v.parse(CallSchema, JSON.parse(body.toString()))
  } catch {
    return null
  }
}

function actionOf(said: v.InferOutput<typeof ActionSchema>): ProviderAction {
  switch (said.action) {
    case 'bet':
      return { type: 'bet', id: said.action_id, amount: BigInt(said.amount) }
    case 'win':
      return { type: 'win', id: said.action_id, amount: BigInt(said.amount), bet: null }
    case 'rollback':
      return { type: 'roll-back', id: said.action_id, of: said.original_action_id }
  }
}
