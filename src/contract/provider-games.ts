import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { SlugSchema } from './games.ts'
import { LocaleSchema, LocalizedSchema } from './localized.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema, RowIdSchema } from './values.ts'

/** Slugs of categories in the menu. */
export const PROVIDER_CATEGORIES = ['live', 'slots', 'shows'] as const
export type ProviderCategory = (typeof PROVIDER_CATEGORIES)[number]

/** The provider's name for the game. */
const GameCodeSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.regex(/^[^\p{C}]+$/u))

const BpsSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))

export const ProviderGameSchema = v.object({
  provider: SlugSchema,
  providerName: v.string(),
  code: GameCodeSchema,
  name: LocalizedSchema,
  category: v.picklist(PROVIDER_CATEGORIES),
  /** Site-relative URL with a content hash; null if the provider has none that can be shown. */
  cover: v.nullable(v.pipe(v.string(), v.startsWith('/'))),
  volatility: v.nullable(v.picklist(['low', 'medium', 'high'])),
  /** Return to the player as the provider tells it, in basis points. */
  returnBps: v.nullable(BpsSchema),
  /** True if it can be tried without an account. */
  hasDemo: v.boolean(),
})
export type ProviderGame = v.InferOutput<typeof ProviderGameSchema>

export const MAX_PROVIDER_GAMES = 60

/** Only games that are turned on. */
export const listProviderGames = endpoint({
  method: 'GET',
  path: '/provider-games',
  tag: 'catalogue',
  access: 'public',
  summary: 'List games of other providers, by name',
  query: v.object({
    category: v.optional(v.picklist(PROVIDER_CATEGORIES)),
    provider: v.optional(SlugSchema),
    /** Part of the name in any language. */
    search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60))),
    after: v.optional(v.pipe(v.string(), v.maxLength(400))),
    limit: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d?$/))),
  }),
  data: v.object({
    games: v.array(ProviderGameSchema),
    /** Number of games in all pages. */
    total: CountSchema,
    next: v.nullable(v.string()),
  }),
  errors: ['bad_request'],
})

const GameParamsSchema = v.object({ provider: SlugSchema, code: GameCodeSchema })

export const getProviderGame = endpoint({
  method: 'GET',
  path: '/provider-games/:provider/:code',
  tag: 'catalogue',
  access: 'public',
  summary: 'One game of another provider, with the coins it can be played with',
  params: GameParamsSchema,
  data: v.object({ ...ProviderGameSchema.entries, coins: v.array(CoinIdSchema) }),
  errors: ['bad_request', 'not_found'],
})

const PlaceSchema = v.object({
  platform: v.picklist(['desktop', 'mobile']),
  language: LocaleSchema,
})

const LaunchSchema = v.object({
  url: v.pipe(v.string(), v.url()),
  /** The frame's messages must come from here. */
  origin: v.pipe(v.string(), v.url()),
  /** When the game must be opened again; null for a demonstration. */
  until: v.nullable(MomentSchema),
})
export type ProviderLaunch = v.InferOutput<typeof LaunchSchema>

export const launchProviderGame = endpoint({
  method: 'POST',
  path: '/provider-games/:provider/:code/launches',
  tag: 'play',
  access: 'player',
  summary: 'Open a game of another provider with one coin',
  params: GameParamsSchema,
  body: v.object({ ...PlaceSchema.entries, coin: CoinIdSchema }),
  data: LaunchSchema,
  errors: ['bad_request', 'not_found', 'conflict', 'break_active', 'provider_unavailable'],
})

export const launchProviderDemo = endpoint({
  method: 'POST',
  path: '/provider-games/:provider/:code/demos',
  tag: 'play',
  access: 'public',
  summary: 'Try a game of another provider with play money',
  params: GameParamsSchema,
  body: PlaceSchema,
  data: LaunchSchema,
  errors: ['bad_request', 'not_found', 'provider_unavailable'],
})

export const ProviderRoundSchema = v.object({
  id: RowIdSchema,
  provider: SlugSchema,
  providerName: v.string(),
  code: GameCodeSchema,
  name: LocalizedSchema,
  /** The provider's name for the round, to ask it about a result. */
  round: v.string(),
  coin: CoinIdSchema,
  /** Without what was rolled back. */
  staked: DecimalSchema,
  paid: DecimalSchema,
  openedAt: MomentSchema,
  /** Null while the round goes on. */
  closedAt: v.nullable(MomentSchema),
})
export type ProviderRound = v.InferOutput<typeof ProviderRoundSchema>

export const listProviderRounds = endpoint({
  method: 'GET',
  path: '/provider-rounds',
  tag: 'play',
  access: 'player',
  summary: "List the player's rounds in games of other providers, the newest first",
  query: v.object({
    coin: v.optional(CoinIdSchema),
    after: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  data: v.object({ rounds: v.array(ProviderRoundSchema), next: v.nullable(v.string()) }),
  errors: ['bad_request'],
})
