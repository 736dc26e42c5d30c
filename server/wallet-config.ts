import * as v from 'valibot'
import {
  HTTP,
  WEBSOCKET,
  addressOf,
  addressPair,
  FlagSchema,
  haveChecksums,
  optional,
  pairOf,
} from './environment.ts'

/** What wallets of players need from outside; nothing is asked of anybody unless a variable says so. */
export interface WalletConfig {
  /** Of WalletConnect; null leaves players the wallets in their browser. */
  readonly projectId: string | null
  /** WalletConnect's relay; null without a project id. */
  readonly relayUrl: string | null
  readonly explorerUrl: string
  /** The wallet's address is put behind it. */
  readonly identityUrl: string
  /** A name of ENS is put behind it. */
  readonly avatarUrl: string
  /** Ids in the explorer, in the operator's order. */
  readonly recommendedIds: readonly string[]
  readonly excludedIds: readonly string[]
  readonly hasNetworkView: boolean
  /** Nodes this server asks, by chain id. They may hold keys and are told to nobody. */
  readonly nodeUrls: ReadonlyMap<number, string>
  /** Node of Ethereum's main network, where names are looked up. */
  readonly mainnetNodeUrl: string | null
  /** ERC-721 contracts that are asked what a wallet holds whenever it came in, by chain id; in lower case. */
  readonly nftCollections: ReadonlyMap<number, readonly string[]>
}

const IDS = 'must be ids of wallets with commas between them, each of 64 hexadecimal characters'

const IdsSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((id) => id.trim().toLowerCase())),
  v.check((ids) => ids.length <= 100 && ids.every((id) => /^[0-9a-f]{64}$/.test(id)), IDS),
)

const COLLECTIONS =
  'must be up to 20 contracts (0x and 40 hexadecimal characters) with a plus between them for each chain, with a comma between the two chains; either may be empty'

const HTTP_ADDRESS = 'must be an http or https address'

export const WALLET_ENVIRONMENT = {
  WALLETCONNECT_PROJECT_ID: optional(
    v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/i, 'must be the 32 hexadecimal characters of a project id')),
  ),
  WALLETCONNECT_RELAY_URL: optional(addressOf(WEBSOCKET, 'must be a ws or wss address')),
  WALLET_EXPLORER_URL: optional(addressOf(HTTP, HTTP_ADDRESS)),
  WALLET_IDENTITY_URL: optional(addressOf(HTTP, HTTP_ADDRESS)),
  WALLET_AVATAR_URL: optional(addressOf(HTTP, HTTP_ADDRESS)),
  WALLET_RECOMMENDED_IDS: optional(IdsSchema),
  WALLET_EXCLUDED_IDS: optional(IdsSchema),
  WALLET_NETWORK_VIEW: optional(FlagSchema),
  KOI_RPC_URLS: optional(
    addressPair(
      'must be two http or https addresses with a comma between them, one for each chain; either may be empty',
    ),
  ),
  KOI_MAINNET_RPC_URL: optional(addressOf(HTTP, HTTP_ADDRESS)),
  KOI_NFT_COLLECTIONS: optional(
    v.pipe(pairOf(/^0x[0-9a-fA-F]{40}(?:\+0x[0-9a-fA-F]{40}){0,19}$/, COLLECTIONS), haveChecksums),
  ),
}
type WalletEnvironment = v.InferOutput<v.ObjectSchema<typeof WALLET_ENVIRONMENT, undefined>>

const MAINNET = 1

export function walletConfigOf(
  set: WalletEnvironment,
  chains: readonly { readonly id: number }[],
): WalletConfig {
  const nodeUrls = new Map<number, string>()
  const nftCollections = new Map<number, readonly string[]>()
  for (const [at, { id }] of chains.entries()) {
    const url = set.KOI_RPC_URLS?.[at]
    if (url) nodeUrls.set(id, url)
    const contracts = set.KOI_NFT_COLLECTIONS?.[at]?.toLowerCase().split('+')
    if (contracts) nftCollections.set(id, [...new Set(contracts)])
  }
  const projectId = set.WALLETCONNECT_PROJECT_ID ?? null
  return {
    projectId,
    relayUrl: projectId === null ? null : (set.WALLETCONNECT_RELAY_URL ?? 'wss://relay.walletconnect.org'),
    explorerUrl: set.WALLET_EXPLORER_URL ?? 'https://explorer-api.walletconnect.com',
    identityUrl: set.WALLET_IDENTITY_URL ?? 'https://rpc.walletconnect.org/v1/identity',
    avatarUrl: set.WALLET_AVATAR_URL ?? 'https://metadata.ens.domains/mainnet/avatar',
    recommendedIds: set.WALLET_RECOMMENDED_IDS ?? [],
    excludedIds: set.WALLET_EXCLUDED_IDS ?? [],
    hasNetworkView: set.WALLET_NETWORK_VIEW ?? false,
    nodeUrls,
    mainnetNodeUrl: set.KOI_MAINNET_RPC_URL ?? nodeUrls.get(MAINNET) ?? null,
    nftCollections,
  }
}
