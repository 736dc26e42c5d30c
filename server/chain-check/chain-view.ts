import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import type { EvmNode } from '#server/chains/evm-node.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import type { TronGrid } from '#server/chains/tron-grid.ts'
import type { ChainBlock } from '#server/chains/tron-source.ts'
import type { TronNetwork } from '#server/chains/tron-network.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import type { EvmDepositConfig } from '#server/config/evm-config.ts'
import { toLedger, tokenOf } from '#server/wallet-deposits/evm-deposit-chain.ts'

/** Amount in the ledger's smallest unit of the coin. */
export interface Moved {
  /** As in `deposit.log_index`. */
  readonly logIndex: number
  readonly coin: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

export interface ChainView {
  readonly chain: string
  /** Display name, such as Ethereum. */
  readonly name: string
  /** Empty for an unconfirmed transaction. @throws Error when the node does not answer */
  movedBy(txId: string): Promise<readonly Moved[]>
  /** Current recipient addresses, without the personal addresses of players. */
  readonly houseAddresses: readonly string[]
  /** The operator's other addresses. */
  readonly treasuries: readonly string[]
  readonly coins: readonly string[]
  /** @throws Error */
  finalBlock(): Promise<ChainBlock>
  /** At `block` on EVM chains, at the last final block on TRON. @throws Error when the node does not answer */
  balanceOf(address: string, coin: string, block?: number): Promise<bigint>
}

export function viewTron(
  { chain, usdtContract }: TronNetwork,
  source: TronGrid,
  treasuries: readonly string[] = [],
): ChainView {
  return {
    chain,
    name: 'TRON',
    houseAddresses: [],
    treasuries,
    coins: [PAID_COIN],
    finalBlock: () => source.finalHead(),
    balanceOf: (address) => source.balanceOf(address, usdtContract),
    async movedBy(txId) {
      const transfers = await source.transfersOf(txId)
      return transfers.flatMap(({ contract, logIndex, from, to, amount }) =>
        contract === usdtContract ? [{ coin: PAID_COIN, logIndex, from, to, amount }] : [],
      )
    },
  }
}

async function paidInside(
  source: EvmNode,
  txId: string,
  { block, recipient }: { readonly block: number; readonly recipient: EvmAddress },
) {
  const { moves } = await source.movesOfBlock(block, { house: [recipient], tokens: [], isTraced: true })
  return moves.filter((each) => each.txId === txId && each.to === recipient)
}

export function viewEvm(
  config: EvmDepositConfig,
  source: EvmNode,
  { name, treasuries }: Pick<ChainView, 'name' | 'treasuries'>,
): ChainView {
  const { chain, recipient, tokens, confirmations } = config
  return {
    chain,
    name,
    houseAddresses: [recipient],
    treasuries,
    coins: tokens.map(({ coin }) => coin),
    async finalBlock() {
      const head = await source.head()
      const final = await source.block(Math.max(head.block - confirmations, 0))
      if (!final) throw new NodeUnavailable(`The node of ${chain} is behind its own head`)
      return final
    },
    async balanceOf(address, coin, block) {
      const token = tokens.find((each) => each.coin === coin)
      if (!token) throw new Error(`${coin} is not a coin of ${chain}`)
      return toLedger(
        await source.balanceOf(v.parse(EvmAddressSchema, address), token.contract, block),
        token,
      )
    },
    async movedBy(txId) {
      const receipt = await source.receipt(txId)
      if (!receipt?.hasSucceeded) return []
      if (receipt.isPartial) throw new Error(`The receipt of ${txId} is incomplete`)
      const transaction = await source.transaction(txId)
      const own = {
        logIndex: -1,
        contract: null,
        from: transaction?.from ?? '',
        to: transaction?.to ?? '',
        amount: transaction?.value ?? 0n,
      }
      const isPlain = receipt.transfers.length > 0 || own.to === recipient
      const inside = isPlain ? [] : await paidInside(source, txId, { block: receipt.block, recipient })
      // A contract pays in a transaction of its own, or in one that the player signed and reported.
      const signed = inside.map((each) => ({ ...each, from: own.from }))
      return [...receipt.transfers, own, ...inside, ...signed].flatMap(
        ({ contract, logIndex, from, to, amount }) => {
          const token = tokenOf(config, contract)
          return token ? [{ coin: token.coin, logIndex, from, to, amount: toLedger(amount, token) }] : []
        },
      )
    },
  }
}
