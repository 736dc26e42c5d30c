import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const ChainSchema = v.object({
  /** EIP-155 chain id. */
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  name: v.string(),
  testnet: v.boolean(),
})
export type Chain = v.InferOutput<typeof ChainSchema>

/** What a client must know about the server it talks to. Nothing here is secret. */
export const ServerConfigSchema = v.object({
  /** `practice`: play money, nothing outside the machine is called. `live`: the real thing. */
  mode: v.picklist(['practice', 'live']),
  version: v.string(),
  chains: v.array(ChainSchema),
  /** `outbox`: mail is written into a folder of the server, where its operator finds it. */
  mail: v.picklist(['smtp', 'outbox']),
  publicKeys: v.object({
    /** WalletConnect project id; null hides everything that needs it. */
    walletConnectProjectId: v.nullable(v.string()),
  }),
})
export type ServerConfig = v.InferOutput<typeof ServerConfigSchema>

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  tag: 'system',
  access: 'public',
  summary: 'Mode, chains, public keys and version',
  data: ServerConfigSchema,
  errors: [],
})
