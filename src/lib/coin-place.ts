import type { ServerConfig } from '#contract/config.ts'

/** What players call a chain that the ledger names `tron`, `evm-1` or `evm-1-practice`. */
export function chainName(chain: string, chains: ServerConfig['chains'] | undefined): string {
  const id = /^evm-(\d+)/.exec(chain)?.[1]
  if (id === undefined) return 'TRON'
  return chains?.find((each) => String(each.id) === id)?.name ?? `EVM ${id}`
}

/** The same with the standard that wallets of the chain ask for. */
export function fullChainName(chain: string, chains: ServerConfig['chains'] | undefined): string {
  return chain.startsWith('tron') ? 'TRON (TRC20)' : chainName(chain, chains)
}
