import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { GivenNameSchema } from './given-name.ts'
import { MessageSummarySchema } from './message-summary.ts'
import { LocalizedSchema } from './localized.ts'
import { PROMOTION_TOPICS } from './notifications.ts'
import { LIMIT_KINDS, LIMIT_PERIODS } from './responsible-play.ts'
import { Uint256Schema } from './uint256.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema, RowIdSchema } from './values.ts'

export const MESSAGES_PER_PAGE = 30

export const WITHDRAWAL_STAGES = ['requested', 'sent', 'confirmed', 'cancelled', 'refused', 'failed'] as const

/** Written by an operator, for players who chose the topic. */
export const NewsSchema = v.object({
  topic: v.picklist(PROMOTION_TOPICS),
  title: LocalizedSchema,
  text: LocalizedSchema,
  /** Where it leads in the app. */
  to: v.picklist(['/gift', '/promotion', '/rewards', '/games']),
})

const CONTENTS = [
  v.object({
    kind: v.literal('deposit'),
    deposit: RowIdSchema,
    coin: CoinIdSchema,
    amount: DecimalSchema,
    /** It went above a limit of the player: a transfer on a chain cannot be refused. */
    isOverLimit: v.boolean(),
  }),
  v.object({
    kind: v.literal('withdrawal'),
    withdrawal: RowIdSchema,
    stage: v.picklist(WITHDRAWAL_STAGES),
    coin: CoinIdSchema,
    /** Includes the fee. */
    amount: DecimalSchema,
    receives: DecimalSchema,
  }),
  v.object({
    kind: v.literal('login'),
    /** Browser and system; empty if unknown. */
    device: v.string(),
    address: v.string(),
  }),
  v.object({
    kind: v.literal('limit'),
    limit: v.picklist(LIMIT_KINDS),
    period: v.picklist(LIMIT_PERIODS),
    /** `set` and `raised` are valid at once; `asked` is a raise that can be confirmed from `confirmableFrom`. */
    change: v.picklist(['set', 'asked', 'raised']),
    /** US dollars; null for no limit. */
    amount: v.nullable(DecimalSchema),
    confirmableFrom: v.nullable(MomentSchema),
  }),
  v.object({
    kind: v.literal('bonus-ending'),
    bonus: RowIdSchema,
    coin: CoinIdSchema,
    locked: DecimalSchema,
    expiresAt: MomentSchema,
  }),
  v.object({
    kind: v.literal('bonus-ended'),
    bonus: RowIdSchema,
    status: v.picklist(['released', 'given_up', 'expired']),
    coin: CoinIdSchema,
    released: DecimalSchema,
    lost: DecimalSchema,
  }),
  v.object({
    kind: v.literal('picture-ended'),
    /** Of the collection, from its contract; null if it has none that can be shown. */
    name: v.nullable(GivenNameSchema),
    id: Uint256Schema,
    /** The wallet no longer holds the NFT, or is no longer linked. */
    reason: v.picklist(['not-held', 'not-linked']),
  }),
  v.object({
    kind: v.literal('friend-joined'),
    /** First letters of the nickname; null without one. */
    name: v.nullable(GivenNameSchema),
  }),
  v.object({
    kind: v.literal('level-gift'),
    level: v.pipe(v.number(), v.integer(), v.minValue(2)),
    coin: CoinIdSchema,
    /** At that moment: it grows until it is claimed. */
    amount: DecimalSchema,
  }),
  v.object({
    kind: v.literal('race-prize'),
    /** Its Monday, as `2026-11-30`. */
    week: v.pipe(v.string(), v.isoDate()),
    rank: v.pipe(v.number(), v.integer(), v.minValue(1)),
    coin: CoinIdSchema,
    amount: DecimalSchema,
  }),
  v.object({
    kind: v.literal('round-void'),
    game: v.literal('crash'),
    bet: RowIdSchema,
    coin: CoinIdSchema,
    /** The part of the stake that came back. */
    amount: DecimalSchema,
  }),
  v.object({ kind: v.literal('news'), ...NewsSchema.entries }),
] as const

/** Facts without words, which the app has in each language; news bring theirs. */
export const MessageContentSchema = v.variant('kind', CONTENTS)
export type MessageContent = v.InferOutput<typeof MessageContentSchema>

export const MessageSchema = v.object({
  id: RowIdSchema,
  at: MomentSchema,
  isRead: v.boolean(),
  content: MessageContentSchema,
})
export type Message = v.InferOutput<typeof MessageSchema>

export const listMessages = endpoint({
  method: 'GET',
  path: '/user/messages',
  tag: 'messages',
  access: 'player',
  summary: 'List the messages to the player, newest first; the server keeps them for 90 days',
  query: v.object({
    /** `next` of the page before. */
    after: v.optional(RowIdSchema),
  }),
  data: v.object({
    messages: v.array(MessageSchema),
    /** `after` of the next page; null on the last one. */
    next: v.nullable(RowIdSchema),
  }),
  errors: [],
})

export const getMessageSummary = endpoint({
  method: 'GET',
  path: '/user/messages/summary',
  tag: 'messages',
  access: 'player',
  summary: 'Count the unread messages',
  data: MessageSummarySchema,
  errors: [],
})

export const readMessages = endpoint({
  method: 'POST',
  path: '/user/messages/read',
  tag: 'messages',
  access: 'player',
  summary: 'Mark a message as read, or with `isAllBefore` also all older ones; valid on all devices',
  body: v.object({ id: RowIdSchema, isAllBefore: v.boolean() }),
  data: MessageSummarySchema,
  errors: [],
})
