import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ChainIdSchema, MomentSchema } from './values.ts'
import { WebLinkSchema } from './web-link.ts'

export const ChainSchema = v.object({
  id: ChainIdSchema,
  name: v.string(),
  testnet: v.boolean(),
  /** The chain's own coin; it has 18 decimals, as on every EVM chain. */
  currency: v.object({ name: v.string(), symbol: v.string() }),
  /** Public node for wallets that add the chain; null without one. */
  rpcUrl: v.nullable(v.string()),
  /** Block explorer, without a trailing slash. */
  explorerUrl: v.nullable(WebLinkSchema),
})
export type Chain = v.InferOutput<typeof ChainSchema>

const CycleSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Limits of the operator's profile. The app hides what they forbid, and the server refuses it. */
export const PlayRulesSchema = v.object({
  autoPlay: v.boolean(),
  instant: v.boolean(),
  /** Least milliseconds between two bets in a game: `games` by slug, `default` for all others. */
  cycleMs: v.object({ default: CycleSchema, games: v.record(v.string(), CycleSchema) }),
})
export type PlayRules = v.InferOutput<typeof PlayRulesSchema>

/** Public key of receipts' signatures (Ed25519). It stays public for ever. */
export const ReceiptKeySchema = v.object({
  kid: v.string(),
  /** The raw 32 bytes, base64url. */
  publicKey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  /** Time in use; `until` is null for the present key. */
  from: MomentSchema,
  until: v.nullable(MomentSchema),
})
export type ReceiptKey = v.InferOutput<typeof ReceiptKeySchema>

/** Public settings for clients, without secrets. */
export const ServerConfigSchema = v.object({
  /** `practice`: play money, and no outside services. `live`: real money. */
  mode: v.picklist(['practice', 'live']),
  version: v.string(),
  chains: v.array(ChainSchema),
  /** `outbox`: mails are written into a folder of the server. */
  mail: v.picklist(['smtp', 'outbox']),
  wallet: v.object({
    /** True if players can also choose wallets that are not installed in the browser. */
    hasExplorer: v.boolean(),
    hasNetworkView: v.boolean(),
    /** URL of WalletConnect's relay; null hides everything that needs it. */
    relayUrl: v.nullable(v.string()),
  }),
  play: PlayRulesSchema,
  publicKeys: v.object({
    /** WalletConnect project id; null hides everything that needs it. */
    walletConnectProjectId: v.nullable(v.string()),
  }),
  /** Absent in stored answers of earlier releases. */
  receiptKeys: v.optional(v.array(ReceiptKeySchema), []),
})
export type ServerConfig = v.InferOutput<typeof ServerConfigSchema>

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  tag: 'system',
  access: 'public',
  isOpen: true,
  summary: 'Get mode, chains and public keys',
  data: ServerConfigSchema,
  errors: [],
})
