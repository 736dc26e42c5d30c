import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ChainIdSchema, MomentSchema } from './values.ts'
import { WebLinkSchema } from './web-link.ts'

export const ChainSchema = v.object({
  /** EIP-155 chain id. */
  id: ChainIdSchema,
  name: v.string(),
  testnet: v.boolean(),
  /** The chain's own coin; its amounts have 18 decimals, as on every EVM chain. */
  currency: v.object({ name: v.string(), symbol: v.string() }),
  /** Public node that a wallet is told when it learns the chain; null when the operator names none. */
  rpcUrl: v.nullable(v.string()),
  /** Block explorer for people, without a slash at the end; null for none. */
  explorerUrl: v.nullable(WebLinkSchema),
})
export type Chain = v.InferOutput<typeof ChainSchema>

const CycleSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What the operator's profile allows; the app offers nothing else, and the server refuses it. */
export const PlayRulesSchema = v.object({
  /** Several bets after one decision. */
  autoPlay: v.boolean(),
  /** Results at once, without motion. */
  instant: v.boolean(),
  /** Milliseconds from one bet in a game to the next: `games` by slug, `default` in all others. */
  cycleMs: v.object({ default: CycleSchema, games: v.record(v.string(), CycleSchema) }),
})
export type PlayRules = v.InferOutput<typeof PlayRulesSchema>

/** A public key that receipts of bets are signed with (Ed25519). It stays public for ever. */
export const ReceiptKeySchema = v.object({
  kid: v.string(),
  /** The raw 32 bytes, base64url. */
  publicKey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  /** When it signed: `until` is null while it does. */
  from: MomentSchema,
  until: v.nullable(MomentSchema),
})
export type ReceiptKey = v.InferOutput<typeof ReceiptKeySchema>

/** What a client must know about the server it talks to. Nothing here is secret. */
export const ServerConfigSchema = v.object({
  /** `practice`: play money, nothing outside the machine is called. `live`: the real thing. */
  mode: v.picklist(['practice', 'live']),
  version: v.string(),
  chains: v.array(ChainSchema),
  /** `outbox`: mail is written into a folder of the server, where its operator finds it. */
  mail: v.picklist(['smtp', 'outbox']),
  wallet: v.object({
    /** Whether wallets can be looked up beyond those installed in the browser. */
    hasExplorer: v.boolean(),
    /** Players choose the network before the wallet. */
    hasNetworkView: v.boolean(),
    /** Address of WalletConnect's relay; null hides everything that needs it. */
    relayUrl: v.nullable(v.string()),
  }),
  play: PlayRulesSchema,
  publicKeys: v.object({
    /** WalletConnect project id; null hides everything that needs it. */
    walletConnectProjectId: v.nullable(v.string()),
  }),
  /** Left out in answers kept from before there were receipts. */
  receiptKeys: v.optional(v.array(ReceiptKeySchema), []),
})
export type ServerConfig = v.InferOutput<typeof ServerConfigSchema>

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  tag: 'system',
  access: 'public',
  isOpen: true,
  summary: 'Mode, chains, public keys',
  data: ServerConfigSchema,
  errors: [],
})
