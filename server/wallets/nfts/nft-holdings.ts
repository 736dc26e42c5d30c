import type { EvmAddress } from '#contract/values.ts'
import type { Chain } from '#contract/config.ts'
import type { NftHoldings } from '#contract/wallet.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { Clock } from '#server/base/clock.ts'
import { createFairTurns } from '#server/base/fair-turns.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { WalletConfig } from '#server/config/wallet-config.ts'
import { createBatchNode, type BatchNode } from '#server/chains/batch-node.ts'
import { NodeUnavailable, RpcFailure } from '#server/chains/chain-node.ts'
import { BudgetSpentError, createCallBudget } from './call-budget.ts'
import { createLines } from './caller-lines.ts'
import { createLookNode } from './look-node.ts'
import { createNftLooks } from './nft-look.ts'
import { practiceNfts } from './practice-nfts.ts'

/** Shorter than the endpoint's timeout, so that partial results arrive. */
const TOTAL_MS = 4_300
/** Concurrent and repeated requests share one scan. */
const SHARE_MS = 10_000
/** Limit for each chain's node. The largest scan makes about 400 calls. */
const CALLS_PER_MINUTE = 2_400
/** Concurrent requests to a node, in total and for each caller. */
const LANES = { atOnce: 12, perKey: () => 4 }
/** Concurrent scans of one chain, because each uses memory. */
const MAX_AT_ONCE = 32
const LINE = { maxWaiting: 2, waitMs: 2_000 }
const RETRY_AFTER_S = 5

interface Sources {
  readonly config: Pick<WalletConfig, 'nodeUrls' | 'nftCollections' | 'practiceNftChains'>
  readonly chains: readonly Chain[]
  readonly clock: Clock
}

interface Asked {
  /** Lower case. */
  readonly address: EvmAddress
  readonly chainId: number
  readonly caller: string
}

interface Look {
  readonly holdings: NftHoldings
  /** The caller's share of calls was used up. */
  readonly isCut: boolean
}

/** NFT holdings, read only from the nodes of the chains. */
export function createNftHoldings({ config, chains, clock }: Sources) {
  const places = new Map(
    Array.from(config.nodeUrls, ([chainId, url]) => [chainId, openPlace(createBatchNode(url, clock), clock)]),
  )
  const looks = createNftLooks({ collections: config.nftCollections, clock })
  const answers = createAnswerCache<Look>(clock, SHARE_MS)
  const alone = createLines({
    ...LINE,
    refusal: () => new Refusal('rate_limited', 'Another look is under way', { retryAfterS: RETRY_AFTER_S }),
  })

  return {
    /** @throws Refusal `wallet_chain_unsupported`, `wallet_chain_unavailable`, `rate_limited` */
    async read({ address, chainId, caller }: Asked): Promise<NftHoldings | null> {
      if (!chains.some(({ id }) => id === chainId)) {
        throw new Refusal('wallet_chain_unsupported', 'This server does not serve the chain')
      }
      if (config.practiceNftChains.has(chainId)) return practiceNfts({ chainId, address }, clock())
      const place = places.get(chainId)
      if (!place) return null
      const key = `${chainId} ${address}`
      const end = performance.now() + TOTAL_MS
      const look = () => lookAt(place, { address, chainId, caller, end })
      const { holdings, isCut } = await (answers.find(key) ??
        alone(`${chainId} ${caller}`, () => answers.get(key, look)))
      // Do not cache an incomplete result of one caller for others.
      if (isCut) answers.forget(key)
      return holdings
    },
  }

  async function lookAt(
    place: Place,
    { address, chainId, caller, end }: Asked & { readonly end: number },
  ): Promise<Look> {
    if (place.looks >= MAX_AT_ONCE) throw unavailable('Too many ask for this chain at once')
    place.looks += 1
    let spent: BudgetSpentError | undefined
    const spend = (calls: number) => {
      try {
        place.budget.spend(caller, calls)
      } catch (error) {
        if (error instanceof BudgetSpentError) spent = error
        throw error
      }
    }
    const inTurn = <T>(work: () => Promise<T>) => place.turns.inTurn(caller, work)
    try {
      const node = createLookNode({ node: place.node, spend, inTurn, end })
      return { holdings: await looks.look(node, chainId, address), isCut: spent !== undefined }
    } catch (error) {
      const isNode = error instanceof NodeUnavailable || error instanceof RpcFailure
      if (!isNode) throw error
      if (!spent) throw unavailable('The node of the chain does not answer')
      const { retryAfterS, message } = spent
      throw new Refusal('rate_limited', message, { retryAfterS })
    } finally {
      place.looks -= 1
    }
  }
}

const openPlace = (node: BatchNode, clock: Clock) => ({
  node,
  budget: createCallBudget(clock, CALLS_PER_MINUTE),
  turns: createFairTurns(LANES),
  looks: 0,
})
type Place = ReturnType<typeof openPlace>

const unavailable = (message: string) => new Refusal('wallet_chain_unavailable', message)
