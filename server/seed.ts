import { sql, type RawBuilder, type Transaction } from 'kysely'
import { CATEGORIES, PROVIDER } from '#server/catalogue/categories.seed.ts'
import { ORIGINALS } from '#server/catalogue/games.seed.ts'
import { COINS, coinIdOf, LEDGER_DECIMALS, PRICED_AT, type CoinSeed } from '#server/coins/coins.seed.ts'
import { PROMOTIONS } from '#server/promotions/promotions.seed.ts'
import { StartupError } from '#server/base/startup-error.ts'
import type { Tables } from '#server/db/tables.ts'

type Trx = Transaction<Tables>

/**
 * Writes Koi's own rows into the catalogue; idempotent. It keeps an operator's decisions: a game's status that
 * differs from the shipped one, coin prices, a promotion's dates, and all rows that Koi does not ship.
 * @param coins of the configuration
 * @param offers `depositOffers` of the profile: without them the offers that Koi ships are deleted; `freeRounds`: real
 * money is given away by operators only
 * @throws StartupError when the decimals of a coin in the database differ from the configuration
 */
export async function seed(
  trx: Trx,
  coins: readonly CoinSeed[] = COINS,
  {
    depositOffers = true,
    freeRounds = true,
  }: { readonly depositOffers?: boolean; readonly freeRounds?: boolean } = {},
): Promise<void> {
  const providerId = await seedProvider(trx)
  const categoryIds = await seedCategories(trx)
  await seedGames(trx, providerId, categoryIds)
  await seedCoins(trx, coins)
  await seedPromotions(
    trx,
    PROMOTIONS.filter(
      ({ offer, free }) => (depositOffers || offer === null) && (freeRounds || free === null),
    ),
  )
  if (!depositOffers) await withdrawOffers(trx)
}

async function seedProvider(trx: Trx): Promise<number> {
  const { id } = await trx
    .insertInto('provider')
    .values({ slug: PROVIDER.slug, name: json(PROVIDER.name), position: 1 })
    .onConflict((oc) => oc.column('slug').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function seedCategories(trx: Trx): Promise<Map<string, number>> {
  const rows = await trx
    .insertInto('category')
    .values(CATEGORIES.map(({ slug, name }, index) => ({ slug, name: json(name), position: index + 1 })))
    .onConflict((oc) =>
      oc.column('slug').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        position: eb.ref('excluded.position'),
      })),
    )
    .returning(['slug', 'id'])
    .execute()
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

async function seedGames(trx: Trx, providerId: number, categoryIds: Map<string, number>): Promise<void> {
  const rows = await trx
    .insertInto('game')
    .values(
      ORIGINALS.map((game, index) => ({
        slug: game.slug,
        provider_id: providerId,
        name: json(game.name),
        tagline: json(game.tagline),
        status: game.status,
        shipped_status: game.status,
        color_from: game.colors[0],
        color_to: game.colors[1],
        edge_min_bps: game.houseEdge.minBps,
        edge_max_bps: game.houseEdge.maxBps,
        live: game.live,
        released_at: new Date(game.releasedAt),
        rules: json(game.rules),
        outcome: json(game.outcome),
        payout: json(game.payout),
        formula: game.formula,
        position: index + 1,
      })),
    )
    .onConflict((oc) =>
      oc.column('slug').doUpdateSet((eb) => ({
        provider_id: eb.ref('excluded.provider_id'),
        name: eb.ref('excluded.name'),
        tagline: eb.ref('excluded.tagline'),
        status: eb
          .case()
          .when('game.status', '=', eb.ref('game.shipped_status'))
          .then(eb.ref('excluded.status'))
          .else(eb.ref('game.status'))
          .end(),
        shipped_status: eb.ref('excluded.shipped_status'),
        color_from: eb.ref('excluded.color_from'),
        color_to: eb.ref('excluded.color_to'),
        edge_min_bps: eb.ref('excluded.edge_min_bps'),
        edge_max_bps: eb.ref('excluded.edge_max_bps'),
        live: eb.ref('excluded.live'),
        released_at: eb.ref('excluded.released_at'),
        rules: eb.ref('excluded.rules'),
        outcome: eb.ref('excluded.outcome'),
        payout: eb.ref('excluded.payout'),
        formula: eb.ref('excluded.formula'),
        position: eb.ref('excluded.position'),
      })),
    )
    .returning(['slug', 'id'])
    .execute()
  const gameIds = new Map(rows.map(({ slug, id }) => [slug, id]))
  const memberships = ORIGINALS.flatMap((game) =>
    game.categories.map((category) => ({
      game_id: idOf(gameIds, game.slug),
      category_id: idOf(categoryIds, category),
    })),
  )
  await trx
    .deleteFrom('game_category')
    .where('game_id', 'in', [...gameIds.values()])
    .execute()
  await trx.insertInto('game_category').values(memberships).execute()
}

async function seedCoins(trx: Trx, coins: readonly CoinSeed[]): Promise<void> {
  const rows = await trx
    .insertInto('coin')
    .values(
      coins.map((coin, index) => ({
        id: coinIdOf(coin),
        symbol: coin.symbol,
        name: coin.name,
        network: coin.network,
        decimals: Math.min(coin.chainDecimals, LEDGER_DECIMALS),
        chain_decimals: coin.chainDecimals,
        price_usd: coin.priceUsd,
        priced_at: new Date(PRICED_AT),
        listed: coin.listed,
        receivable: coin.receivable,
        position: index + 1,
      })),
    )
    .onConflict((oc) =>
      oc.column('id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        listed: eb.ref('excluded.listed'),
        receivable: eb.ref('excluded.receivable'),
        position: eb.ref('excluded.position'),
      })),
    )
    .returning(['id', 'chain_decimals'])
    .execute()
  for (const coin of coins) {
    const kept = rows.find(({ id }) => id === coinIdOf(coin))?.chain_decimals
    // Balances count the smallest unit: other decimals would change what they are worth.
    if (kept === coin.chainDecimals) continue
    throw new StartupError(
      `This database has ${coinIdOf(coin)} with ${kept} decimals, and coins in KOI_CONFIG says ${coin.chainDecimals}: a coin keeps its decimals.`,
    )
  }
}

/** Running bonuses go on. */
async function withdrawOffers(trx: Trx): Promise<void> {
  const slugs = PROMOTIONS.flatMap(({ slug, offer }) => (offer === null ? [] : [slug]))
  await trx.deleteFrom('promotion').where('slug', 'in', slugs).execute()
}

async function seedPromotions(trx: Trx, promotions: typeof PROMOTIONS): Promise<void> {
  await trx
    .insertInto('promotion')
    .values(
      promotions.map((promotion) => ({
        slug: promotion.slug,
        kind: promotion.kind,
        title: json(promotion.title),
        summary: json(promotion.summary),
        terms: json(promotion.terms),
        starts_at: new Date(promotion.startsAt),
        ends_at: promotion.endsAt === null ? null : new Date(promotion.endsAt),
        offer: promotion.offer === null ? null : json(promotion.offer),
        free: promotion.free === null ? null : json(promotion.free),
        position: PROMOTIONS.findIndex(({ slug }) => slug === promotion.slug) + 1,
      })),
    )
    .onConflict((oc) =>
      oc.column('slug').doUpdateSet((eb) => ({
        kind: eb.ref('excluded.kind'),
        title: eb.ref('excluded.title'),
        summary: eb.ref('excluded.summary'),
        terms: eb.ref('excluded.terms'),
        offer: eb.ref('excluded.offer'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
}

/** A JSON parameter: the drivers would send an array as a PostgreSQL array. */
function json<T>(value: T): RawBuilder<T extends readonly (infer Item)[] ? Item[] : T> {
  return sql`${JSON.stringify(value)}::jsonb`
}

function idOf(ids: Map<string, number>, slug: string): number {
  const id = ids.get(slug)
  if (id === undefined) throw new Error(`The seed names ${slug}, which does not exist`)
  return id
}
