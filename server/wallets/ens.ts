import type { EvmAddress } from '#contract/values.ts'
import type { ChainNode } from '#server/chains/chain-node.ts'

/** Of ENS on Ethereum's main network; https://docs.ens.domains/resolvers/universal */
const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/**
 * The name an address chose for itself, when the name agrees; null for none. Names kept outside of the
 * chain are left alone: looking them up means fetching whatever address their owner put there.
 * @throws when the node does not answer
 */
export async function ensNameOf(
  node: ChainNode,
  address: EvmAddress,
  timeoutMs: number,
): Promise<string | null> {
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
