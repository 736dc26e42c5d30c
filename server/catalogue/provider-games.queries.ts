import { sql } from 'kysely'
import { API_BASE } from '#contract/api-base.ts'
import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import {
  MAX_PROVIDER_GAMES,
  type getProviderGame,
  type listProviderGames,
  type ProviderGame,
} from '#contract/provider-games.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { ProviderConfig } from '#server/config/provider-config.ts'
import type { Database } from '#server/db/tables.ts'

/** A provider whose games can be opened. */
export type ShownProvider = Pick<ProviderConfig, 'provider' | 'title' | 'currencies'>

/** Names are kept, and searched for, in this form. */
export const searchForm = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

export const coverPath = (file: string): string => `${API_BASE}/provider-covers/${file}`

/** Games that the operator has turned on and their provider lists. */
const shownGames = (db: Database, providers: readonly ShownProvider[]) =>
  db
    .selectFrom('provider_game')
    .where('is_on', '=', true)
    .where('gone_at', 'is', null)
    .where(
      'provider_game.provider',
      '=',
      sql<string>`any(${providers.map(({ provider }) => provider)}::text[])`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('provider_off')
            .select('provider_off.provider')
            .whereRef('provider_off.provider', '=', 'provider_game.provider'),
        ),
      ),
    )

type Asked = ParsedRequest<typeof listProviderGames>['query']

/** By name. */
export async function readProviderGames(
  db: Database,
  providers: readonly ShownProvider[],
  { category, provider, search = '', after, limit: asked }: Asked,
): Promise<DataOf<typeof listProviderGames>> {
  const limit = Math.min(Number(asked ?? MAX_PROVIDER_GAMES), MAX_PROVIDER_GAMES)
  const searched = searchForm(search)
  const found = shownGames(db, providers)
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? 'live'))
    .$if(provider !== undefined, (query) => query.where('provider_game.provider', '=', provider ?? ''))
    .$if(searched !== '', (query) => query.where(sql<boolean>`strpos(names, ${searched}) > 0`))
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(COLUMNS)
    .$if(after !== undefined, (query) => query.where(isAfter(after ?? '')))
    .orderBy('names')
    .orderBy('provider_game.provider')
    .orderBy('code')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    games: page.map((row) => toGame(row, providers)),
    total,
    next: last && rows.length > limit ? `${last.provider}/${last.code}` : null,
  }
}

/** No row is ever deleted, so the place of a game that has gone since is known. */
function isAfter(cursor: string) {
  const slash = cursor.indexOf('/')
  return sql<boolean>`(names, provider_game.provider, code) > (
    select place.names, place.provider, place.code from provider_game place
    where place.provider = ${cursor.slice(0, Math.max(0, slash))} and place.code = ${cursor.slice(slash + 1)})`
}

/** @throws Refusal `not_found` */
export async function readProviderGame(
  db: Database,
  providers: readonly ShownProvider[],
  { provider, code }: ParsedRequest<typeof getProviderGame>['params'],
): Promise<DataOf<typeof getProviderGame>> {
  const row = await shownGames(db, providers)
    .select(COLUMNS)
    .where('provider_game.provider', '=', provider)
    .where('code', '=', code)
    .executeTakeFirst()
  const link = providers.find((each) => each.provider === provider)
  if (!row || !link) throw new Refusal('not_found', 'There is no such game')
  const coins = [...link.currencies.values()].map(({ coin }) => coin)
  return { ...toGame(row, providers), coins: [...new Set(coins)] }
}

/** By category, then by provider. */
export async function countShownGames(db: Database, providers: readonly ShownProvider[]) {
  if (providers.length === 0) return []
  return shownGames(db, providers)
    .select(['category', 'provider_game.provider'])
    .select(sql<number>`count(*)::int`.as('games'))
    .groupBy(['category', 'provider_game.provider'])
    .execute()
}

const COLUMNS = [
  'provider_game.provider',
  'code',
  'name',
  'category',
  'cover',
  'volatility',
  'return_bps',
  'has_demo',
] as const

type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const rowsOf = (db: Database) => shownGames(db, []).select(COLUMNS).execute()

function toGame(row: Row, providers: readonly ShownProvider[]): ProviderGame {
  const { provider, code, name, category, cover, volatility, return_bps, has_demo } = row
  return {
    provider,
    providerName: providers.find((each) => each.provider === provider)?.title ?? provider,
    code,
    name,
    category,
    cover: cover === null ? null : coverPath(`${cover}.webp`),
    volatility,
    returnBps: return_bps,
    hasDemo: has_demo,
  }
}
