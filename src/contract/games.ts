import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { LocalizedSchema } from './localized.ts'
import { CountSchema, MomentSchema } from './values.ts'

/** For URLs: lower-case letters, digits and single hyphens, 64 characters at most. */
export const SlugSchema = v.pipe(v.string(), v.maxLength(64), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/))

/** `soon`: announced, information only. `paused`: switched off for now. */
export const GameStatusSchema = v.picklist(['playable', 'soon', 'paused'])
export type GameStatus = v.InferOutput<typeof GameStatusSchema>

/** House edge in basis points (100 = 1%); a range if it depends on the player's choice of risk or table. */
export const HouseEdgeSchema = v.object({
  minBps: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
  maxBps: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
})
export type HouseEdge = v.InferOutput<typeof HouseEdgeSchema>

export const GameSummarySchema = v.object({
  slug: SlugSchema,
  name: LocalizedSchema,
  tagline: LocalizedSchema,
  provider: SlugSchema,
  categories: v.array(SlugSchema),
  status: GameStatusSchema,
  /** Site-relative URL of the 3:4 cover with a content hash, so it may be cached for ever. */
  cover: v.pipe(v.string(), v.startsWith('/')),
  /** Colours of the cover's gradient (#rrggbb), shown while the image loads. */
  colors: v.tuple([v.string(), v.string()]),
  houseEdge: HouseEdgeSchema,
  /**
   * Largest multiplier in ten-thousandths (19_800 is 1.98×); null if no figure is valid for every round. Absent in
   * stored answers of earlier releases.
   */
  topMultiplier: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), null),
  /** True if all players share one round, which needs a connection. */
  live: v.boolean(),
  releasedAt: MomentSchema,
})
export type GameSummary = v.InferOutput<typeof GameSummarySchema>

export const GameDetailSchema = v.object({
  ...GameSummarySchema.entries,
  rules: v.array(LocalizedSchema),
  outcome: LocalizedSchema,
  payout: LocalizedSchema,
  /** Formula of the outcome as plain text, the same in every language. */
  formula: v.string(),
})
export type GameDetail = v.InferOutput<typeof GameDetailSchema>

export const CategorySchema = v.object({
  slug: SlugSchema,
  name: LocalizedSchema,
  gameCount: CountSchema,
})
export type Category = v.InferOutput<typeof CategorySchema>

export const ProviderSchema = v.object({ slug: SlugSchema, name: LocalizedSchema })
export type Provider = v.InferOutput<typeof ProviderSchema>

export const listGames = endpoint({
  method: 'GET',
  path: '/games',
  tag: 'catalogue',
  access: 'public',
  isOpen: true,
  summary: 'List all games in lobby order',
  data: v.array(GameSummarySchema),
  errors: [],
})

export const getGame = endpoint({
  method: 'GET',
  path: '/games/:slug',
  tag: 'catalogue',
  access: 'public',
  isOpen: true,
  summary: 'One game',
  params: v.object({ slug: SlugSchema }),
  data: GameDetailSchema,
  errors: ['bad_request', 'not_found'],
})

export const listCategories = endpoint({
  method: 'GET',
  path: '/categories',
  tag: 'catalogue',
  access: 'public',
  isOpen: true,
  summary: 'List categories in menu order',
  data: v.array(CategorySchema),
  errors: [],
})

export const listProviders = endpoint({
  method: 'GET',
  path: '/providers',
  tag: 'catalogue',
  access: 'public',
  isOpen: true,
  summary: 'List makers of games',
  data: v.array(ProviderSchema),
  errors: [],
})
