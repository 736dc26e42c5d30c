import type { Chain } from '#contract/config.ts'
import type { EvmDepositConfig } from '#server/evm-config.ts'

interface NetworksConfig {
  readonly chains: readonly Chain[]
  readonly evm: readonly EvmDepositConfig[]
}

/** Names a coin's network; `kept` is the name that the coin's own row has. */
export type NetworkOf = (coin: { readonly id: string; readonly kept: string }) => string

/**
 * Names networks as the operator names his chains, so that a coin is "USDT · Sepolia" wherever it is shown. A
 * coin that comes in on no such chain, or on both, keeps its own network's name.
 */
export function createNetworkNames({ chains, evm }: NetworksConfig): NetworkOf {
  return ({ id, kept }) => {
    const [place, another] = evm.filter(({ tokens }) => tokens.some(({ coin }) => coin === id))
    if (!place || another) return kept
    return chains.find((chain) => chain.id === place.chainId)?.name ?? kept
  }
}
