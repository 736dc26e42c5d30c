import * as v from 'valibot'
import type { EvmAddress } from '#contract/values.ts'
import type { Chain } from '#contract/config.ts'
import type { WalletProfile } from '#contract/wallet.ts'
import type { Clock } from '#server/base/clock.ts'
import { createFallbackCache } from '#server/base/fallback-cache.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { WalletConfig } from '#server/config/wallet-config.ts'
import { createChainNode, QuantitySchema, requestParsed, type ChainNode } from '#server/chains/chain-node.ts'
import { createChainNodes } from '#server/chains/chain-nodes.ts'
import { walletAvatarPath } from './image-paths.ts'

/** For each step to name and avatar. The balance is read in parallel. */
const STEP_MS = 950
const TOTAL_MS = 3_000
const MAX_BYTES = 64 * 1024
const FRESH_MS = 60_000
/** A missing balance is retried after this time. */
const FRESH_WITHOUT_BALANCE_MS = 3_000
const OWN_COIN_DECIMALS = 18
const MAX_PROFILES = 2_000

interface ProfileSources {
  readonly config: WalletConfig
  readonly chains: readonly Chain[]
  readonly clock: Clock
  /** True if the avatar of a name can be served. */
  readonly hasAvatar: (name: string) => Promise<boolean>
}

type Identity = Pick<WalletProfile, 'name' | 'avatar'>

interface Asked {
  readonly address: EvmAddress
  readonly chainId: number
}

export function createWalletProfiles({ config, chains, clock, hasAvatar }: ProfileSources) {
  const nodes = createChainNodes(config.nodeUrls)
  const keeping = { clock, retryMs: 0, maxEntries: MAX_PROFILES }
  const identities = createFallbackCache<Identity>({ ...keeping, freshMs: FRESH_MS })
  const balances = createFallbackCache<WalletProfile['balance']>({
    ...keeping,
    freshMs: (balance) => (balance === null ? FRESH_WITHOUT_BALANCE_MS : FRESH_MS),
  })
  const mainnet = config.mainnetNodeUrl === null ? null : createChainNode(config.mainnetNodeUrl)

  return {
    /** @throws Refusal `wallet_chain_unsupported` */
    async read({ address, chainId }: Asked): Promise<WalletProfile> {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw new Refusal('wallet_chain_unsupported', 'This server does not serve the chain')
      const node = nodes.get(chainId)
      const [identity, balance] = await Promise.all([
        identities.get(address, () => within(TOTAL_MS, readIdentity(address), { name: null, avatar: null })),
        node &&
          balances.get(`${chainId} ${address}`, () =>
            within(TOTAL_MS, readBalance(node, chain, address), null),
          ),
      ])
      return { ...identity, balance }
    },
  }

  async function readIdentity(address: EvmAddress): Promise<Identity> {
    const known = await orNull(lookUp(config, address))
    const found = known?.name ?? (mainnet && (await orNull(ensNameOf(mainnet, address, STEP_MS))))
    const name = found === null || found === undefined ? null : await readable(found)
    // A service that knows the name also knows if there is an avatar.
    const mayHaveAvatar = name !== null && AVATAR_NAME.test(name) && known?.avatar !== null
    const hasOne = mayHaveAvatar && (await within(STEP_MS, hasAvatar(name), false))
    return { name, avatar: hasOne ? walletAvatarPath(name) : null }
  }
}

const IdentitySchema = v.object({
  name: v.nullish(v.string(), null),
  avatar: v.nullish(v.string(), null),
})

async function lookUp({ identityUrl, projectId }: WalletConfig, address: EvmAddress) {
  if (projectId === null) return null
  const query = new URLSearchParams({ projectId, chainId: 'eip155:1' })
  const bounds = { service: 'wallet-identity', timeoutMs: STEP_MS, maxBytes: MAX_BYTES }
  const { status, bytes } = await fetchBounded(`${identityUrl}/${address}?${query}`, bounds)
  const known = status === 200 ? v.parse(IdentitySchema, JSON.parse(bytes.toString())) : null
  return known?.name ? known : null
}

/** Names are used in URLs without escaping. */
export const AVATAR_NAME = /^(?=.{3,120}$)(?:[a-z0-9_-]{1,63}\.)+[a-z]{2,24}$/

/** Null for a name that is not in normalized form, which may imitate another one. */
async function readable(name: string): Promise<string | null> {
  if (name.length > 120 || !name.includes('.')) return null
  const { normalize } = await import('viem/ens')
  try {
    return normalize(name) === name ? name : null
  } catch {
    return null
  }
}

async function readBalance(
  node: ChainNode,
  { currency: { symbol } }: Chain,
  address: EvmAddress,
): Promise<WalletProfile['balance']> {
  const held = await requestParsed(node, {
    schema: QuantitySchema,
    method: 'eth_getBalance',
    params: [address, 'latest'],
    timeoutMs: TOTAL_MS,
  })
  return { amount: toDecimal(held, OWN_COIN_DECIMALS), symbol }
}

const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)

/** Returns `otherwise` on failure or timeout. */
async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms)
  })
  try {
    return await Promise.race([work, late])
  } catch {
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}

/** On Ethereum mainnet; https://docs.ens.domains/resolvers/universal */
const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/**
 * The primary ENS name of an address; null without one. Off-chain names (CCIP read) are not supported: their owner
 * could make this server call any URL.
 * @throws when the node does not answer
 */
async function ensNameOf(node: ChainNode, address: EvmAddress, timeoutMs: number): Promise<string | null> {
  const { createClient, custom } = await import('viem')
  const { getEnsName } = await import('viem/actions')
  const request = ({ method, params }: { method: string; params?: readonly unknown[] }) =>
    node.request(method, params ?? [], timeoutMs)
  const client = createClient({ ccipRead: false, transport: custom({ request }, { retryCount: 0 }) })
  return getEnsName(client, {
    address,
    universalResolverAddress: UNIVERSAL_RESOLVER,
  })
}
