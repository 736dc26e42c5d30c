import type { KeyObject } from 'node:crypto'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { CATALOGUE, findGame } from './catalogue.ts'
import type { ProviderKeys } from './keys.ts'
import type { Sessions } from './sessions.ts'
import { isSignedBy, SIGNATURE, signatureOf } from './signatures.ts'
import type { KnownTransaction, Transactions } from './transactions.ts'

const BASE = '/operator/generic/v2'
const PAGE = 200
/** Play money has this currency, and neither user nor token. */
const PLAY_MONEY = 'XXX'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(255))
const Operator = { operator_id: text }

const webAddress = v.pipe(
  v.string(),
  v.url(),
  v.check((url) => /^https?:$/.test(new URL(url).protocol), 'must be a web address'),
)

const UrlSchema = v.object({
  ...Operator,
  user: v.nullish(text),
  token: v.nullish(text),
  game_code: text,
  lang: text,
  currency: v.pipe(text, v.maxLength(20)),
  lobby_url: webAddress,
})
const moment = v.pipe(v.string(), v.isoTimestamp())
const ListSchema = v.object({ ...Operator, from: moment, to: moment, after: v.nullish(text) })

interface OperatorOptions {
  readonly keys: ProviderKeys
  readonly sessions: Sessions
  readonly transactions: Transactions
  /** The origin of its pages; its operator fetches pictures at home. */
  readonly origin: () => string
  readonly home: () => string
}

class OperatorError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404,
    message: string,
  ) {
    super(message)
  }
}

/** The calls of the operator: each is signed, and so is each answer. */
export function operatorCalls({ keys, sessions, transactions, origin, home }: OperatorOptions): Hono {
  const app = new Hono()
  const call = (path: string, answer: (value: unknown) => object) =>
    app.post(BASE + path, async (c) => {
      try {
        return signed(c, answer(await readSigned(c, keys.operator)), 200, keys.own)
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error
        return signed(c, { error: error.message }, error.status, keys.own)
      }
    })

  call('/game/list', () => CATALOGUE.map((game) => listed(game, home())))

  call('/game/url', (value) => {
    const asked = parse(UrlSchema, value)
    const game = findGame(asked.game_code)
    if (!game) throw new OperatorError(404, 'game_code is unknown')
    const isPlay = asked.currency === PLAY_MONEY
    const { user, token, currency } = asked
    if (!isPlay && (!user || !token)) throw new OperatorError(400, 'user and token are missing')
    const session = sessions.open({
      purse: isPlay || !user || !token ? null : { user, token, currency },
      game: game.code,
      language: /^zh/i.test(asked.lang) ? 'zh' : 'en',
      theme: themeOf(asked.lobby_url),
      lobbyUrl: asked.lobby_url,
    })
    return { url: `${origin()}/play/${session.id}` }
  })

  call('/transactions/list', (value) => {
    const { from, to, after } = parse(ListSchema, value)
    const [begin, end] = [Date.parse(from), Date.parse(to)]
    // The oldest first, as they were written down.
    const inTime = [...transactions.all()].filter(({ at }) => Date.parse(at) >= begin && Date.parse(at) < end)
    const start = after ? inTime.findIndex(({ id }) => id === after) + 1 : 0
    const page = inTime.slice(start, start + PAGE)
    const isLast = start + PAGE >= inTime.length
    return { transactions: page.map(told), next: isLast ? null : (page.at(-1)?.id ?? null) }
  })
  return app
}

async function readSigned(c: Context, key: KeyObject): Promise<unknown> {
  const body = Buffer.from(await c.req.arrayBuffer())
  if (!isSignedBy(key, body, c.req.header(SIGNATURE) ?? '')) {
    throw new OperatorError(401, 'the signature is wrong')
  }
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new OperatorError(400, 'the call is no JSON')
  }
}

function signed(c: Context, value: object, status: 200 | 400 | 401 | 403 | 404, key: KeyObject) {
  const body = JSON.stringify(value)
  c.header(SIGNATURE, signatureOf(Buffer.from(body), key))
  c.header('content-type', 'application/json')
  return c.body(body, status)
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new OperatorError(400, `${v.getDotPath(issue) ?? 'the call'}: ${issue.message}`)
}

const listed = ({ code, names, category, volatility, rtp }: (typeof CATALOGUE)[number], home: string) => ({
  game_code: code,
  name: names.en,
  names,
  category,
  url_thumb: `${home}/covers/${code}.webp`,
  volatility,
  rtp,
  demo_game_support: true,
  enabled: true,
  blocked_countries: [],
})

const told = (transaction: KnownTransaction) => ({
  transaction_uuid: transaction.id,
  type: transaction.type,
  ...(transaction.reference !== null && { reference_transaction_uuid: transaction.reference }),
  user: transaction.user,
  round: transaction.round,
  game_code: transaction.game,
  currency: transaction.currency,
  amount: transaction.amount,
  at: transaction.at,
  done: transaction.state === 'done',
})

/** An operator may name its theme in the address of its lobby. */
function themeOf(lobbyUrl: string): 'light' | 'dark' | null {
  const theme = new URL(lobbyUrl).searchParams.get('theme')
  return theme === 'light' || theme === 'dark' ? theme : null
}
