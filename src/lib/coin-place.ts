import type { ServerConfig } from '#contract/config.ts'

/** The players' name for a chain that the ledger calls `tron`, `evm-1` or `evm-1-practice`. */
export function chainName(chain: string, chains: ServerConfig['chains'] | undefined): string {
  const id = /^evm-(\d+)/.exec(chain)?.[1]
  if (id === undefined) return 'TRON'
  return chains?.find((each) => String(each.id) === id)?.name ?? `EVM ${id}`
}

/** The chain's name with the token standard that wallets show. */
export function fullChainName(chain: string, chains: ServerConfig['chains'] | undefined): string {
  return chain.startsWith('tron') ? 'TRON (TRC20)' : chainName(chain, chains)
}
