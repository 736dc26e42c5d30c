import { useQuery } from '@tanstack/react-query'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { chainName, fullChainName } from '#lib/coin-place.ts'
import { configQuery } from '#queries/config.queries.ts'

/** Names of coins and of their chains. */
export function usePlaces() {
  const { decimal } = useFormat()
  const { data: config } = useQuery(configQuery)
  const networkOf = (chain: string) => chainName(chain, config?.chains)
  return {
    networkOf,
    fullNetworkOf: (chain: string) => fullChainName(chain, config?.chains),
    withCoin: (amount: string, coin: string) => `${decimal(amount, 0)} ${coinSymbol(coin)}`,
    placeOf: ({ coin, chain }: { coin: string; chain: string }) =>
      `${coinSymbol(coin)} · ${networkOf(chain)}`,
  }
}
