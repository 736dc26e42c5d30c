import fc from 'fast-check'
import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'
import { API } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { FailureSchema } from '#contract/envelope.ts'
import { OPERATOR_API } from '#contract/operator/api.ts'
import { OPERATOR_TOKEN_HEADER } from '#contract/operator/session.ts'

export interface FuzzedCall {
  readonly endpoint: Endpoint
  readonly path: string
  readonly init: RequestInit
}

const WALLET = `0x${'ab'.repeat(20)}`

/** In the server's form, for the site of the fuzzed app. */
const SIGN_IN_MESSAGE = `localhost wants you to sign in with your Ethereum account:
${WALLET}

1780315200:Koi

URI: http://localhost
Version: 1
Chain ID: 11155111
Nonce: ${'12'.repeat(16)}
Issued At: 2999-06-01T12:00:00.000Z
Expiration Time: 2999-06-01T12:05:00.000Z`

const PASSKEY_ANSWER = {
  id: 'aWQ',
  rawId: 'aWQ',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
}

/** Nothing is sent to it: no message is written. */
const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/fuzzed',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** An address that Koi does not own. */
const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

const KEY = '5f0c6b0e-8a53-4c5e-9d6f-0d8a8f8f4a11'

/** A valid body for each endpoint, which the fuzzer changes. */
const EXAMPLES: Record<string, Record<string, unknown>> = {
  'PUT /bets/:id/link': { locale: 'en-US' },
  'POST /auth/login': { email: 'a@example.test', password: 'some password', code: '123456' },
  'POST /auth/passkey': { response: PASSKEY_ANSWER },
  'POST /auth/wallet/message': { address: WALLET, chainId: 11_155_111 },
  'POST /auth/wallet': {
    message: SIGN_IN_MESSAGE,
    signature: `0x${'12'.repeat(65)}`,
    label: 'MetaMask',
    isAdult: true,
    code: '123456',
    nickname: 'carp',
    referralCode: '0000000A',
    locale: 'en-US',
  },
  'POST /user/wallets/message': {
    address: WALLET,
    chainId: 168_587_773,
    password: 'some password',
  },
  'POST /user/deposit-wallets/message': { address: WALLET, chainId: 168_587_773 },
  'POST /user/deposit-wallets': {
    message: SIGN_IN_MESSAGE,
    signature: `0x${'12'.repeat(65)}`,
    label: 'MetaMask',
  },
  'POST /user/wallets': { message: SIGN_IN_MESSAGE, signature: `0x${'12'.repeat(65)}`, label: 'MetaMask' },
  'POST /user/register': {
    email: 'a@example.test',
    password: 'a long enough one',
    emailCode: '123456',
    nickname: 'carp',
    referralCode: '0000000A',
    isAdult: true,
    locale: 'en-US',
  },
  'POST /user/reset-password': {
    email: 'a@example.test',
    emailCode: '123456',
    password: 'a long enough one',
  },
  'PUT /user/profile': { nickname: 'carp', locale: 'zh-CN', shownAs: 'nickname' },
  'PUT /user/notifications/quiet-hours': { hours: { from: '22:00', to: '08:00', zone: 'Asia/Shanghai' } },
  'PUT /user/notifications/promotions/:topic': { inbox: true, push: true, mail: false },
  'POST /user/push-subscriptions': { ...SUBSCRIPTION, locale: 'en-US' },
  'POST /push-subscriptions/renewal': {
    old: { endpoint: SUBSCRIPTION.endpoint, auth: SUBSCRIPTION.keys.auth },
    subscription: SUBSCRIPTION,
  },
  'PUT /user/contact': { name: 'A', phone: '+4930123456', address: 'Pond 1', region: 'DE' },
  'PUT /user/password': { password: 'some password', newPassword: 'a long enough one' },
  'POST /user/email': { password: 'some password', email: 'b@example.test', locale: 'en-US' },
  'PUT /user/email': { email: 'b@example.test', emailCode: '123456' },
  'POST /user/totp': { password: 'some password' },
  'PUT /user/totp': { code: '123456' },
  'POST /user/totp/off': { password: 'some password', code: '123456' },
  'POST /user/totp/recovery-codes': { password: 'some password', code: 'ABCDE-FGHJK' },
  'POST /user/passkeys/options': { password: 'some password' },
  'POST /user/passkeys/proof': { confirms: 'ab'.repeat(32), password: 'some password' },
  'POST /user/passkeys/:id/removal': { password: 'some password', isLost: true },
  'POST /user/wallets/:address/removal': { passkey: PASSKEY_ANSWER },
  'POST /user/passkeys': {
    name: 'key',
    response: {
      id: 'aWQ',
      rawId: 'aWQ',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
    },
  },
  'POST /seeds': { clientSeed: 'carp', nextServerSeedHash: 'ab'.repeat(32) },
  'POST /crash/reactions': { picture: 'koi' },
  'POST /bets': {
    idempotencyKey: KEY,
    game: 'dice',
    coin: 'usdt-tron',
    stake: '1',
    params: { target: 5050, side: 'over' },
  },
  'POST /rounds/:id/steps': {
    idempotencyKey: KEY,
    step: { type: 'reveal', tile: 3 },
  },
  'POST /rounds/:id/cash-out': { idempotencyKey: KEY },
  'POST /auto-plays': {
    idempotencyKey: KEY,
    game: 'dice',
    coin: 'usdt-tron',
    count: 10,
    highestStake: '1',
    stopOnLoss: '5',
    stopOnProfit: '5.5',
    stopOnSingleWin: '2',
  },
  'POST /user/withdrawals': {
    coin: 'usdt-tron',
    chain: 'tron-practice',
    amount: '10',
    fee: '1',
    address: TRON_ADDRESS,
    idempotencyKey: KEY,
    password: 'some password',
    code: '123456',
  },
  'POST /user/withdrawal-addresses': {
    chain: 'tron-practice',
    address: TRON_ADDRESS,
    label: 'home',
    password: 'some password',
    code: '123456',
  },
  'PUT /user/withdrawal-whitelist': { isOn: true, password: 'some password', code: '123456' },
  'POST /crash/bets': {
    idempotencyKey: KEY,
    coin: 'usdt-tron',
    stake: '1',
    autoAt: 2,
  },
  'POST /crash/bets/:id/cash-out': {
    idempotencyKey: '5f0c6b0e-8a53-4c5e-9d6f-0d8a8f8f4a12',
    share: 50,
  },
  'PUT /user/bonus-choice': { isAccepted: false },
  'POST /user/gift-codes': { code: 'ABCD-2345-WXYZ' },
  'POST /user/free-rounds/:id/bets': { idempotencyKey: KEY },
  'POST /user/close': { password: 'some password', code: '123456', forfeitBalance: true },
  'PUT /user/deposit-address': { receives: 'sol-solana' },
  'POST /user/messages/read': { id: '1', isAllBefore: true },
  'POST /practice/transfers': { amount: '25.5', idempotencyKey: KEY },
  'POST /user/wallet-deposits': {
    chainId: 11_155_111,
    coin: 'usdt-ethereum',
    amount: '25.5',
    sender: WALLET,
    receives: 'sol-solana',
    idempotencyKey: KEY,
  },
  'PUT /user/wallet-deposits/:id/transaction': { txId: `0x${'cd'.repeat(32)}` },
  'PUT /user/avatar/nft': {
    chainId: 11_155_111,
    contract: WALLET,
    standard: 'erc721',
    id: '7',
    address: WALLET,
  },
  'POST /provider-games/:provider/:code/launches': {
    platform: 'mobile',
    language: 'zh-CN',
    coin: 'usdt-tron',
  },
  'POST /provider-games/:provider/:code/demos': { platform: 'desktop', language: 'en-US' },
  'PUT /user/race': { isJoined: true },
  'POST /user/rewards/claims': { kind: 'rakeback', idempotencyKey: KEY },
  'POST /user/gifts/wheel': { idempotencyKey: KEY },
  'PUT /user/limits/:kind/:period': { amount: '100.00' },
  'PUT /user/reminder': { minutes: 30 },
  'POST /user/time-out': { hours: 24 },
  'POST /user/self-exclusion': { months: 6, password: 'some password' },
  'POST /operator/session': { response: PASSKEY_ANSWER },
  'POST /operator/invitations/challenge': { token: 'A'.repeat(43) },
  'POST /operator/session/confirmation': { response: PASSKEY_ANSWER },
  'POST /operator/invitations': { token: 'A'.repeat(43), response: PASSKEY_ANSWER },
  'POST /operator/players/:uid/end-sessions': { why: 'fuzzed' },
  'POST /operator/withdrawals/:id/challenge': {
    decision: 'approve',
    shown: {
      coin: 'usdt-tron',
      chain: 'tron-practice',
      amount: '1',
      address: 'TKmGmXqxFXebATenCd5FYv7odfnc3WRKwx',
    },
  },
  'POST /operator/withdrawals/:id/votes': { decision: 'approve', why: 'fuzzed', response: PASSKEY_ANSWER },
  'PUT /operator/games/:slug/pause': { isPaused: false, why: 'fuzzed' },
  'POST /operator/actions': {
    action: 'code create',
    words: [],
    options: { name: 'fuzzed', money: '1', until: '2999-01-31T00:00:00Z' },
    why: 'fuzzed',
  },
  'POST /operator/proposals/:id': { isAgreed: true, why: 'fuzzed' },
  'POST /operator/operators': { name: 'Fuzz', role: 'support', why: 'fuzzed' },
  'DELETE /operator/operators/:id': { why: 'fuzzed' },
}

/** Required queries. */
const QUERIES: Record<string, string> = {
  'GET /wallets/profile/:address': '?chainId=11155111',
  'GET /wallets/nfts/:address': '?chainId=11155111',
  'GET /user/email-code': '?email=a@example.test&purpose=register',
  'GET /operator/arrivals/search': `?search=${WALLET}`,
}

const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  "' or 1=1 --",
  '%00',
  '%',
  '../../etc/passwd',
  '𠜎'.repeat(300),
  'x'.repeat(5_000),
  'a@b.c',
  '000000',
  '１２３４５６',
  -1,
  0,
  1e308,
  2 ** 53,
  true,
  null,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { $ne: null },
)
const anything = fc.oneof(nasty, fc.jsonValue({ maxDepth: 4 }), fc.string(), fc.string({ unit: 'binary' }))

/** Drops or replaces some values of the example, at any depth. */
function spoil(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: anything })
  }
  const entries = Object.entries(value).map(([key, each]) =>
    fc.tuple(
      fc.constant(key),
      fc.oneof({ weight: 9, arbitrary: spoil(each) }, { weight: 1, arbitrary: fc.constant(undefined) }),
    ),
  )
  const extra = fc.tuple(fc.constantFrom('__proto__', 'constructor', 'uid', 'id', 'isAdmin'), anything)
  return fc
    .tuple(fc.tuple(...entries), fc.option(extra, { freq: 6 }))
    .map(([kept, more]) => Object.fromEntries([...kept, ...(more ? [more] : [])]))
}

/** A value of each type that path parameters have. */
const PARAMETERS = [
  KEY,
  '7',
  WALLET,
  'ab'.repeat(32),
  '2026-06-01',
  'dice',
  'deposit',
  'bets',
  'day',
  'races',
  'A'.repeat(22),
]

/** Paths of this endpoint that its own schema accepts. */
function pathsOf({ path, params, method }: Endpoint): [string, ...string[]] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  let rows: Record<string, string>[] = [{}]
  for (const name of names) {
    rows = rows.flatMap((row) => PARAMETERS.map((value) => ({ ...row, [name]: value })))
  }
  const taken = params ? rows.filter((row) => v.is(params, row)) : rows
  const [first, ...more] = taken.map((row) => path.replace(/:(\w+)/g, (_, name: string) => row[name] ?? ''))
  if (first === undefined) throw new Error(`None of PARAMETERS suits ${method} ${path}`)
  return [first, ...more]
}

/** A valid call, which passes all checks of its form. */
export function soundCallOf(endpoint: Endpoint, token: string): FuzzedCall {
  const { method, upload } = endpoint
  const body = upload ? Uint8Array.from(PNG) : JSON.stringify(exampleOf(endpoint))
  return {
    endpoint,
    path: API_BASE + pathsOf(endpoint)[0] + (QUERIES[nameOf(endpoint)] ?? ''),
    init: {
      method,
      headers: {
        [tokenHeaderOf(endpoint)]: token,
        ...(method !== 'GET' && { 'content-type': upload?.types[0] ?? 'application/json' }),
      },
      ...(method !== 'GET' && { body }),
    },
  }
}

export const isOfOperators = ({ path }: Endpoint) => path.startsWith('/operator/')

export const tokenHeaderOf = (endpoint: Endpoint) =>
  isOfOperators(endpoint) ? OPERATOR_TOKEN_HEADER : 'access-token'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const exampleOf = (endpoint: Endpoint) => EXAMPLES[nameOf(endpoint)] ?? {}
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Calls of one endpoint, most of them invalid. */
export function callsOf(endpoint: Endpoint, token: string): fc.Arbitrary<FuzzedCall> {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('%', '%00', '..', 'day', 'deposit', 'a@example.test', 'register', 'reset', 'zh-CN'),
  )
  const spoiledPath = fc.array(text, { minLength: 4, maxLength: 4 }).map((values) => {
    let at = 0
    return endpoint.path.replace(/:\w+/g, () => encodeURIComponent(wellFormed(values[at++] ?? '')) || 'x')
  })
  const path = fc.oneof(fc.constantFrom(...pathsOf(endpoint)), spoiledPath)
  const names = endpoint.query
    ? Object.keys((endpoint.query as unknown as { entries: object }).entries)
    : ['x']
  const query = fc
    .array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 4 })
    .map((pairs) => (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''))
  const contentType = fc.oneof(
    { weight: 9, arbitrary: fc.constant(endpoint.upload?.types[0] ?? 'application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', '', 'application/xml', 'multipart/form-data; boundary=x'),
    },
  )
  return fc
    .record({
      path,
      query,
      body: bodyOf(endpoint),
      contentType,
      hasToken: fc.integer({ min: 0, max: 19 }),
    })
    .map(({ path, query, body, contentType, hasToken }) => ({
      endpoint,
      path: API_BASE + path + query,
      init: {
        method: endpoint.method,
        headers: {
          ...(hasToken > 0 && { [tokenHeaderOf(endpoint)]: token }),
          ...(body !== undefined && contentType !== '' && { 'content-type': contentType }),
        },
        ...(body !== undefined && { body }),
      },
    }))
}

function bodyOf(endpoint: Endpoint): fc.Arbitrary<string | Uint8Array<ArrayBuffer> | undefined> {
  if (endpoint.method === 'GET') return fc.constant(undefined)
  if (endpoint.upload) {
    return fc.uint8Array({ maxLength: 400 }).map((bytes) => Uint8Array.from([...PNG, ...bytes]))
  }
  return fc.oneof(
    { weight: 12, arbitrary: spoil(exampleOf(endpoint)).map((value) => JSON.stringify(value) ?? '') },
    { weight: 3, arbitrary: anything.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '[1,', '"', '{"a":1}{', '['.repeat(20_000), DEEP, 'x'.repeat(70_000)),
    },
  )
}

/** Valid JSON that overflows the stack of any recursive function. */
const DEEP = `{"response":${'['.repeat(30_000)}${']'.repeat(30_000)}}`

/** @returns the fault of an answer; null for a success or a failure in the error shape */
export async function problemOf(response: Response): Promise<string | null> {
  if (response.status >= 500) return `status ${response.status}: ${await response.text()}`
  if (response.status < 400) return null
  const body: unknown = await response.json().catch(() => undefined)
  return v.is(FailureSchema, body) ? null : `status ${response.status} with ${JSON.stringify(body)}`
}

/** Endpoints with input; the others have nothing to fuzz. */
export const FUZZED = [...API, ...OPERATOR_API].filter(
  ({ params, query, body, upload }) => params || query || body || upload,
)

/** An address cannot contain half a surrogate pair. */
const wellFormed = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text))
