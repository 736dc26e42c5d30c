import { sign, verify } from 'node:crypto'
import * as v from 'valibot'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import type { ProviderConfig } from '#server/config/provider-config.ts'
import { ProviderNameSchema } from '#server/providers/provider-call.ts'
import {
  ProviderFailure,
  type Launch,
  type ListedTransaction,
  type ProviderClient,
} from '#server/providers/provider-client.ts'
import { isFrameUrl } from '#server/providers/frame-url.ts'
import { Hub88GamesSchema, toListedGames } from './hub88-games.ts'
import { languageOf } from './hub88-language.ts'

// Our calls of Hub88's operator API, version 2.

const PATH = '/operator/generic/v2'
const MIB = 1024 * 1024
const LIST = { timeoutMs: 30_000, maxBytes: 16 * MIB }
/** A player waits for it, and the API answers within five seconds. */
const LAUNCH = { timeoutMs: 4_000, maxBytes: 64 * 1024 }
const TRANSACTIONS = { timeoutMs: 30_000, maxBytes: 16 * MIB }
const MAX_PAGES = 100_000

const DEMO_CURRENCY = 'XXX'
const PLATFORMS = { desktop: 'GPL_DESKTOP', mobile: 'GPL_MOBILE' } as const
const KINDS = { bet: 'bet', win: 'win', rollback: 'roll-back' } as const

const LaunchedSchema = v.object({ url: v.pipe(v.string(), v.maxLength(4_000), v.url()) })

const id = ProviderNameSchema
const TransactionSchema = v.object({
  transaction_uuid: id,
  type: v.picklist(['bet', 'win', 'rollback']),
  reference_transaction_uuid: v.optional(v.nullable(id)),
  user: id,
  round: id,
  game_code: id,
  currency: id,
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  at: v.pipe(v.string(), v.isoTimestamp()),
  done: v.boolean(),
})
const TransactionsSchema = v.object({
  transactions: v.pipe(v.array(TransactionSchema), v.maxLength(20_000)),
  next: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(1_000))),
})

type Link = Pick<ProviderConfig, 'provider' | 'url' | 'operatorId' | 'ownKey' | 'keys' | 'frameOrigins'>

/** @param mode practice mode takes games from this machine, too */
export function createHub88Client(link: Link, mode: 'practice' | 'live'): ProviderClient {
  const operator = { operator_id: link.operatorId }
  return {
    async listGames() {
      return toListedGames(await ask(link, '/game/list', operator, Hub88GamesSchema, LIST))
    },
    async launch(launch) {
      const { url } = await ask(link, '/game/url', { ...operator, ...bodyOf(launch) }, LaunchedSchema, LAUNCH)
      if (isFrameUrl(url, link.frameOrigins, mode)) return url
      throw new ProviderFailure(`A game opens in a page of another origin: ${new URL(url).origin}`)
    },
    async *listTransactions(from, to) {
      const asked = { ...operator, from: from.toISOString(), to: to.toISOString() }
      let after: string | null = null
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const body: object = after === null ? asked : { ...asked, after }
        const { transactions, next }: v.InferOutput<typeof TransactionsSchema> = await ask(
          link,
          '/transactions/list',
          body,
          TransactionsSchema,
          TRANSACTIONS,
        )
        yield transactions.map(toTransaction)
        if (next === null) return
        if (next === after || transactions.length === 0) break
        after = next
      }
      throw new ProviderFailure('The list of transactions has no end')
    },
  }
}

function bodyOf({ game, platform, locale, player, lobbyUrl, depositUrl, ip }: Launch): object {
  return {
    ...(player === null ? { currency: DEMO_CURRENCY } : player),
    platform: PLATFORMS[platform],
    game_code: game,
    lang: languageOf(locale),
    // Koi knows no country of its players.
    country: 'XX',
    ip,
    lobby_url: lobbyUrl,
    deposit_url: depositUrl,
  }
}

const toTransaction = (said: v.InferOutput<typeof TransactionSchema>): ListedTransaction => ({
  id: said.transaction_uuid,
  kind: KINDS[said.type],
  reference: said.reference_transaction_uuid ?? null,
  user: said.user,
  round: said.round,
  game: said.game_code,
  currency: said.currency,
  amount: BigInt(said.amount),
  at: new Date(said.at),
  isDone: said.done,
})

/** @throws ProviderFailure */
async function ask<S extends v.GenericSchema<unknown, unknown>>(
  link: Link,
  call: string,
  asked: object,
  schema: S,
  bounds: Omit<Parameters<typeof fetchBounded>[1], 'service'>,
): Promise<v.InferOutput<S>> {
  const body = JSON.stringify(asked)
  const signature = sign('RSA-SHA256', Buffer.from(body), link.ownKey).toString('base64')
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'x-hub88-signature': signature,
  }
  const url = link.url.replace(/\/+$/, '') + PATH + call
  const {
    status,
    headers: answered,
    bytes,
  } = await fetchBounded(
    url,
    { ...bounds, service: `provider-${link.provider}` },
    {
      method: 'POST',
      headers,
      body,
    },
  ).catch((cause: unknown) => {
    throw new ProviderFailure(`${call} was not answered: ${reasonOf(cause)}`, { cause })
  })
  if (status !== 200) throw new ProviderFailure(`${call} was answered with status ${status}`)
  const given = Buffer.from(answered.get('x-hub88-signature') ?? '', 'base64')
  if (!link.keys.some((key) => verify('RSA-SHA256', bytes, key, given))) {
    throw new ProviderFailure(`The answer to ${call} is not signed by a key of the provider`)
  }
  const parsed = v.safeParse(schema, readJson(bytes, call))
  if (parsed.success) return parsed.output
  const places = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'it')
  throw new ProviderFailure(`The answer to ${call} cannot be read: ${places.slice(0, 5).join(', ')}`)
}

function readJson(bytes: Buffer, call: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new ProviderFailure(`The answer to ${call} is not JSON`, { cause })
  }
}

/** `fetch failed` alone says nothing. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return error.cause instanceof Error ? error.cause.message : error.message
}
