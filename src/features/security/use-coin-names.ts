import { useQuery } from '@tanstack/react-query'
import { coinsQuery } from '#queries/coins.queries.ts'

export function useCoinNames(): (id: string) => string {
  const { data: coins } = useQuery(coinsQuery)
  return (id) => {
    const coin = coins?.find((each) => each.id === id)
    return coin ? `${coin.symbol} · ${coin.network}` : id
  }
}
