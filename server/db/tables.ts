import type { Generated, Kysely } from 'kysely'
import type { GameStatus } from '#contract/games.ts'
import type { Localized } from '#contract/localized.ts'
import type { DepositOffer, Promotion } from '#contract/promotions.ts'

// The shape of each table as queries read it. Numeric columns arrive as decimal strings on both databases.

interface ProviderTable {
  id: Generated<number>
  slug: string
  name: Localized
  position: number
}

interface CategoryTable {
  id: Generated<number>
  slug: string
  name: Localized
  position: number
}

interface GameTable {
  id: Generated<number>
  slug: string
  provider_id: number
  name: Localized
  tagline: Localized
  /** What players see; an operator may change it. */
  status: GameStatus
  /** What this release ships; `status` follows it until an operator sets another. */
  shipped_status: GameStatus
  color_from: string
  color_to: string
  edge_min_bps: number
  edge_max_bps: number
  live: boolean
  released_at: Date
  rules: Localized[]
  outcome: Localized
  payout: Localized
  formula: string
  position: number
}

interface GameCategoryTable {
  game_id: number
  category_id: number
}

interface CoinTable {
  id: string
  symbol: string
  name: string
  network: string
  decimals: number
  chain_decimals: number
  price_usd: string
  priced_at: Date
  listed: boolean
  receivable: boolean
  position: number
}

interface PromotionTable {
  id: Generated<number>
  slug: string
  kind: Promotion['kind']
  title: Localized
  summary: Localized
  terms: Localized[]
  starts_at: Date
  ends_at: Date | null
  offer: DepositOffer | null
  position: number
}

interface SchemaMigrationTable {
  id: number
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export interface Tables {
  provider: ProviderTable
  category: CategoryTable
  game: GameTable
  game_category: GameCategoryTable
  coin: CoinTable
  promotion: PromotionTable
  schema_migration: SchemaMigrationTable
}

export type Database = Kysely<Tables>
