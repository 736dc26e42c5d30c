import { sql, type SelectQueryBuilder } from 'kysely'
import type { Category, GameDetail, GameSummary, Provider } from '#contract/games.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { ORIGINALS } from './games.seed.ts'
import { countShownGames, type ShownProvider } from './provider-games.queries.ts'

/** With the hash of the file's content, if the file is known. */
export type CoverAddress = (slug: string) => string

/** In lobby order: playable games first. */
export async function listGames(db: Database, coverOf: CoverAddress): Promise<GameSummary[]> {
  const rows = await inLobbyOrder(summaries(db)).execute()
  return rows.map((row) => toSummary(row, coverOf))
}

export async function listGamesInFull(db: Database, coverOf: CoverAddress): Promise<GameDetail[]> {
  const rows = await inLobbyOrder(details(db)).execute()
  return rows.map((row) => toDetail(row, coverOf))
}

/** Sorts within games of the same status; the others keep their order. */
export function mostPlayedFirst<T extends GameSummary>(games: readonly T[], popular: readonly string[]): T[] {
  const place = ({ slug }: T) => (popular.includes(slug) ? popular.indexOf(slug) : popular.length)
  const isPlayable = ({ status }: T) => status === 'playable'
  return games.toSorted((a, b) => Number(isPlayable(b)) - Number(isPlayable(a)) || place(a) - place(b))
}

/** @throws Refusal `not_found` */
export async function getGame(db: Database, slug: string, coverOf: CoverAddress): Promise<GameDetail> {
  const row = await details(db).where('game.slug', '=', slug).executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such game')
  return toDetail(row, coverOf)
}

/** With the games of others that are on. */
export async function listCategories(db: Database, providers: readonly ShownProvider[]): Promise<Category[]> {
  const rows = await db
    .selectFrom('category')
    .leftJoin('game_category', 'game_category.category_id', 'category.id')
    .select(['category.slug', 'category.name'])
    .select(sql<number>`count(game_category.game_id)::int`.as('game_count'))
    .groupBy('category.id')
    .orderBy('category.position')
    .execute()
  const others = await countShownGames(db, providers)
  return rows.map(({ slug, name, game_count }) => ({
    slug,
    name,
    gameCount: others
      .filter(({ category }) => category === slug)
      .reduce((sum, { games }) => sum + games, game_count),
  }))
}

/** Koi first, then those of games that are on, as they are configured. */
export async function listProviders(db: Database, providers: readonly ShownProvider[]): Promise<Provider[]> {
  const own = await db.selectFrom('provider').select(['slug', 'name']).orderBy('position').execute()
  const others = await countShownGames(db, providers)
  const shown = providers.filter(({ provider }) => others.some((each) => each.provider === provider))
  return [...own, ...shown.map(({ provider: slug, title }) => ({ slug, name: { 'en-US': title } }))]
}

function summaries(db: Database) {
  return db
    .selectFrom('game')
    .innerJoin('provider', 'provider.id', 'game.provider_id')
    .select([
      'game.slug',
      'game.name',
      'game.tagline',
      'game.status',
      'game.color_from',
      'game.color_to',
      'game.edge_min_bps',
      'game.edge_max_bps',
      'game.live',
      'game.released_at',
      'provider.slug as provider',
    ])
    .select(
      sql<string[]>`array(
        select category.slug from game_category
        join category on category.id = game_category.category_id
        where game_category.game_id = game.id
        order by category.position
      )`.as('categories'),
    )
}

const details = (db: Database) =>
  summaries(db).select(['game.rules', 'game.outcome', 'game.payout', 'game.formula'])

const inLobbyOrder = <O>(games: SelectQueryBuilder<Tables, 'game' | 'provider', O>) =>
  games
    .orderBy(sql`game.status <> 'playable'`)
    .orderBy('game.position')
    .orderBy('game.slug')

/** They are not in the database, because the rules are code. */
const TOP_MULTIPLIERS = new Map(ORIGINALS.map(({ slug, topMultiplier }) => [slug, topMultiplier]))

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]
type DetailRow = Awaited<ReturnType<ReturnType<typeof details>['execute']>>[number]

function toSummary(row: SummaryRow, coverOf: CoverAddress): GameSummary {
  return {
    slug: row.slug,
    name: row.name,
    tagline: row.tagline,
    provider: row.provider,
    categories: row.categories,
    status: row.status,
    cover: coverOf(row.slug),
    colors: [row.color_from, row.color_to],
    houseEdge: { minBps: row.edge_min_bps, maxBps: row.edge_max_bps },
    topMultiplier: TOP_MULTIPLIERS.get(row.slug) ?? null,
    live: row.live,
    releasedAt: row.released_at.toISOString(),
  }
}

function toDetail(row: DetailRow, coverOf: CoverAddress): GameDetail {
  const { rules, outcome, payout, formula } = row
  return { ...toSummary(row, coverOf), rules, outcome, payout, formula }
}
