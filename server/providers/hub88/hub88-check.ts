import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import * as v from 'valibot'
import { fetchBounded } from '#server/base/fetch-bounded.ts'

/** Longer than a provider waits, so that a slow answer is told and not lost. */
const BOUNDS = { service: 'own-wallet-check', timeoutMs: 10_000, maxBytes: 64 * 1024 }
/** In 10⁻⁵ of the currency. All of it is given back. */
const STAKE = 10
const AT_ONCE = 20

const SaidSchema = v.object({ status: v.string(), balance: v.optional(v.number()) })
type Said = v.InferOutput<typeof SaidSchema> & { readonly text: string }

interface Purse {
  readonly user: string
  readonly token: string
  /** One that has run out. */
  readonly oldToken: string
  readonly currency: string
  readonly game: string
}

export interface Checked {
  readonly check: string
  readonly result: 'ok' | 'failed'
  readonly detail?: string
}

/** Plays a provider against the address that Koi has for it. */
export function hub88Caller(endpoint: string) {
  let slowestMs = 0
  const post = async (path: string, body: string, signature: string): Promise<Said> => {
    const begin = performance.now()
    const { status, bytes } = await fetchBounded(endpoint + path, BOUNDS, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub88-signature': signature },
      body,
    })
    slowestMs = Math.max(slowestMs, performance.now() - begin)
    const text = bytes.toString()
    if (status !== 200) return { status: `HTTP ${status}`, text }
    return { ...v.parse(SaidSchema, JSON.parse(text)), text }
  }
  return {
    post,
    send: (path: string, value: object, key: KeyObject) => {
      const body = JSON.stringify(value)
      return post(path, body, signatureOf(body, key))
    },
    slowestMs: () => Math.round(slowestMs),
  }
}
type Caller = ReturnType<typeof hub88Caller>

const signatureOf = (body: string, key: KeyObject) =>
  sign('RSA-SHA256', Buffer.from(body), key).toString('base64')

/** A forged call must be refused, whatever it says. */
export async function checkForgeries(caller: Caller): Promise<Checked[]> {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const call = { user: 'nobody', token: 'nothing', request_uuid: randomUUID() }
  return [
    await expecting('a call without a signature is refused', 'RS_ERROR_INVALID_SIGNATURE', () =>
      caller.post('/user/balance', JSON.stringify(call), ''),
    ),
    await expecting('a call with the signature of a stranger is refused', 'RS_ERROR_INVALID_SIGNATURE', () =>
      caller.send('/user/balance', call, stranger),
    ),
  ]
}

/** Bets the smallest amount, and gives everything back. @param key the provider's private one */
export async function checkWallet(caller: Caller, key: KeyObject, purse: Purse): Promise<Checked[]> {
  const { user, token, currency, game } = purse
  const body = (more: object) => ({
    user,
    token,
    currency,
    game_code: game,
    request_uuid: randomUUID(),
    transaction_uuid: randomUUID(),
    round: randomUUID(),
    round_closed: false,
    ...more,
  })
  const send = (path: string, value: object) => caller.send(path, value, key)
  const bet = (more: object = {}) => body({ amount: STAKE, ...more })
  const of = (target: ReturnType<typeof body>, more: object = {}) =>
    body({ round: target.round, reference_transaction_uuid: target.transaction_uuid, ...more })

  const first = await send('/user/balance', body({}))
  const start = first.balance ?? 0
  const at = (amount: number) => (said: Said) =>
    said.balance === start + amount ? null : `the balance was ${said.balance}, not ${start + amount}`
  const same = (text: string) => (said: Said) => (said.text === text ? null : `it said ${said.text}`)

  const one = bet()
  const win = of(one, { amount: 2 * STAKE })
  const winBack = of(win)
  const betBack = of(one)
  const early = bet()
  const many = bet()
  let told = ''
  const rows: Checked[] = [
    await expecting('the balance is told', 'RS_OK', async () => first),
    await expecting(
      'a bet is taken',
      'RS_OK',
      () => send('/transaction/bet', one),
      (said) => {
        told = said.text
        return at(-STAKE)(said)
      },
    ),
    await expecting(
      'the same bet again gets the same answer',
      'RS_OK',
      () => send('/transaction/bet', one),
      (said) => same(told)(said),
    ),
    await expecting('the same bet with another amount is refused', 'RS_ERROR_DUPLICATE_TRANSACTION', () =>
      send('/transaction/bet', { ...one, amount: STAKE + 1 }),
    ),
    await expecting(
      'a win is paid, also after the session',
      'RS_OK',
      () => send('/transaction/win', { ...win, token: purse.oldToken }),
      at(STAKE),
    ),
    await expecting(
      'a win is paid once',
      'RS_OK',
      () => send('/transaction/win', { ...win, token: purse.oldToken }),
      at(STAKE),
    ),
    await expecting('a win without its bet is refused', 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST', () =>
      send('/transaction/win', body({ amount: STAKE, reference_transaction_uuid: randomUUID() })),
    ),
    await expecting(
      'a win is rolled back',
      'RS_OK',
      () => send('/transaction/rollback', winBack),
      at(-STAKE),
    ),
    await expecting(
      'it is rolled back once, whichever call asks',
      'RS_OK',
      () => send('/transaction/rollback', of(win)),
      at(-STAKE),
    ),
    await expecting('a bet is rolled back', 'RS_OK', () => send('/transaction/rollback', betBack), at(0)),
    await expecting(
      'the same roll-back again changes nothing',
      'RS_OK',
      () => send('/transaction/rollback', betBack),
      at(0),
    ),
    await expecting(
      'a win of a bet that was rolled back is refused',
      'RS_ERROR_TRANSACTION_ROLLED_BACK',
      () => send('/transaction/win', of(one, { amount: STAKE })),
    ),
    await expecting('a roll-back that comes first finds nothing', 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST', () =>
      send('/transaction/rollback', of(early)),
    ),
    await expecting('its bet is refused when it comes', 'RS_ERROR_TRANSACTION_ROLLED_BACK', () =>
      send('/transaction/bet', early),
    ),
    await expecting(
      'a bet of more than there is is refused',
      'RS_ERROR_NOT_ENOUGH_MONEY',
      () => send('/transaction/bet', bet({ amount: start + 1 })),
      at(0),
    ),
    await expecting('a bet in another currency is refused', 'RS_ERROR_WRONG_CURRENCY', () =>
      send('/transaction/bet', bet({ currency: 'NONE' })),
    ),
    await expecting('a bet on an unknown game is refused', 'RS_ERROR_INVALID_GAME', () =>
      send('/transaction/bet', bet({ game_code: `none-${randomUUID()}` })),
    ),
    await expecting('a bet with an unknown session is refused', 'RS_ERROR_INVALID_TOKEN', () =>
      send('/transaction/bet', bet({ token: 'x'.repeat(40) })),
    ),
    await expecting('a bet after the session is refused', 'RS_ERROR_TOKEN_EXPIRED', () =>
      send('/transaction/bet', bet({ token: purse.oldToken })),
    ),
    await expecting('a body that was written anew is refused', 'RS_ERROR_INVALID_SIGNATURE', () => {
      const value = bet()
      return caller.post(
        '/transaction/bet',
        JSON.stringify(value, null, 1),
        signatureOf(JSON.stringify(value), key),
      )
    }),
    await expecting(
      `${AT_ONCE} times the same bet at once is one bet`,
      'RS_OK',
      async () => {
        const all = await Promise.all(Array.from({ length: AT_ONCE }, () => send('/transaction/bet', many)))
        return all.find(({ text }) => text !== all[0]?.text) ?? (all[0] as Said)
      },
      at(-STAKE),
    ),
    await expecting('it is rolled back', 'RS_OK', () => send('/transaction/rollback', of(many)), at(0)),
  ]
  return [
    ...rows,
    {
      check: 'the slowest answer',
      result: caller.slowestMs() <= 1_000 ? 'ok' : 'failed',
      detail: `${caller.slowestMs()} ms; a provider waits for a second`,
    },
  ]
}

async function expecting(
  check: string,
  status: string,
  ask: () => Promise<Said>,
  fault: (said: Said) => string | null = () => null,
): Promise<Checked> {
  try {
    const said = await ask()
    const detail = said.status === status ? fault(said) : `it said ${said.status}, not ${status}`
    return detail === null ? { check, result: 'ok' } : { check, result: 'failed', detail }
  } catch (error) {
    return { check, result: 'failed', detail: error instanceof Error ? error.message : 'unknown' }
  }
}
