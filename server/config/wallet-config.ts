import * as v from 'valibot'
import type { EvmAddress } from '#contract/values.ts'
import type { ConfiguredChain } from './chain-config.ts'
import type { KoiFile } from './koi-file.ts'
import { HttpAddressSchema, variable, WebSocketAddressSchema } from './environment.ts'

const RELAY = 'wss://relay.walletconnect.org'
const EXPLORER = 'https://explorer-api.walletconnect.com'
const IDENTITY = 'https://rpc.walletconnect.org/v1/identity'
const AVATAR = 'https://metadata.ens.domains/mainnet/avatar'
const NFT_GATEWAY = 'https://ipfs.io/ipfs'

export interface WalletConfig {
  /** WalletConnect project; without it players can use only wallets in their browser. */
  readonly projectId: string | null
  readonly relayUrl: string | null
  readonly explorerUrl: string
  readonly identityUrl: string
  readonly avatarUrl: string
  readonly recommendedIds: readonly string[]
  readonly excludedIds: readonly string[]
  readonly hasNetworkView: boolean
  /** By chain id. They may contain keys: never sent to clients. */
  readonly nodeUrls: ReadonlyMap<number, string>
  readonly mainnetNodeUrl: string | null
  /** ERC-721 contracts whose tokens are found however old they are, by chain id; in lower case. */
  readonly nftCollections: ReadonlyMap<number, readonly EvmAddress[]>
  readonly nftGatewayUrl: string
  /** Chains of practice mode without a node: every wallet holds some practice NFTs there. */
  readonly practiceNftChains: ReadonlySet<number>
}

export const WALLET_ENVIRONMENT = {
  WALLETCONNECT_PROJECT_ID: variable(
    v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/i, 'must be the 32 hexadecimal characters of a project id')),
    {
      section: 'Wallets',
      isNeededLive: true,
      meaning:
        '32 hexadecimal characters; without it players can connect only wallets in their browser, and the log says so',
    },
  ),
  WALLETCONNECT_RELAY_URL: variable(WebSocketAddressSchema, {
    section: 'Wallets',
    unset: RELAY,
    meaning: 'the only other host that the page’s policy allows; used with a project id only',
  }),
  WALLET_EXPLORER_URL: variable(HttpAddressSchema, {
    section: 'Wallets',
    unset: EXPLORER,
    meaning: 'WalletConnect’s service for lists and logos; asked with a project id only',
  }),
  WALLET_IDENTITY_URL: variable(HttpAddressSchema, {
    section: 'Wallets',
    unset: IDENTITY,
    meaning: 'WalletConnect’s service for names; asked with a project id only',
  }),
  WALLET_AVATAR_URL: variable(HttpAddressSchema, {
    section: 'Wallets',
    unset: AVATAR,
    meaning: 'the one service that pictures of names are fetched from, wherever their owners say they are',
  }),
  NFT_GATEWAY_URL: variable(HttpAddressSchema, {
    section: 'Wallets',
    unset: NFT_GATEWAY,
    meaning:
      'the one IPFS gateway that pictures of NFTs are fetched from; those that lie elsewhere on the web are not fetched',
  }),
  KOI_MAINNET_RPC_URL: variable(HttpAddressSchema, {
    section: 'Wallets',
    isSecret: true,
    meaning:
      'node of Ethereum’s main network for names (ENS), where WalletConnect’s service knows none; default the node of chain 1 in `KOI_CONFIG`',
  }),
}
type WalletEnvironment = v.InferOutput<v.ObjectSchema<typeof WALLET_ENVIRONMENT, undefined>>

const MAINNET = 1

export function walletConfigOf(
  set: WalletEnvironment,
  { wallets }: KoiFile,
  { chains, mode }: { readonly chains: readonly ConfiguredChain[]; readonly mode: 'practice' | 'live' },
): WalletConfig {
  const nodeUrls = new Map(
    chains.flatMap(({ chain, nodeUrl }) => (nodeUrl === null ? [] : [[chain.id, nodeUrl] as const])),
  )
  const nftCollections = new Map(
    chains.flatMap(({ chain, entry: { nftCollections: contracts = [] } }) =>
      contracts.length === 0 ? [] : [[chain.id, [...new Set(contracts)]] as const],
    ),
  )
  const ids = (list: readonly string[] = []) => list.map((id) => id.toLowerCase())
  const projectId = set.WALLETCONNECT_PROJECT_ID ?? null
  return {
    projectId,
    relayUrl: projectId === null ? null : (set.WALLETCONNECT_RELAY_URL ?? RELAY),
    explorerUrl: set.WALLET_EXPLORER_URL ?? EXPLORER,
    identityUrl: set.WALLET_IDENTITY_URL ?? IDENTITY,
    avatarUrl: set.WALLET_AVATAR_URL ?? AVATAR,
    recommendedIds: ids(wallets?.recommended),
    excludedIds: ids(wallets?.excluded),
    hasNetworkView: wallets?.networkView ?? false,
    nodeUrls,
    mainnetNodeUrl: set.KOI_MAINNET_RPC_URL ?? nodeUrls.get(MAINNET) ?? null,
    nftCollections,
    nftGatewayUrl: set.NFT_GATEWAY_URL ?? NFT_GATEWAY,
    practiceNftChains: new Set(
      mode === 'practice' ? chains.flatMap(({ chain, nodeUrl }) => (nodeUrl === null ? [chain.id] : [])) : [],
    ),
  }
}
