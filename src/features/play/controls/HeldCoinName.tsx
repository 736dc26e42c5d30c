import { coinNetwork, coinSymbol } from '#contract/values.ts'
import { useHeldCoins } from './use-held-coins.ts'

/** The coin's symbol; with its network where the player holds the same on another, which is another balance. */
export function HeldCoinName({ coin }: { coin: string }) {
  const symbol = coinSymbol(coin)
  const isOnlyOne = useHeldCoins().every((held) => held.coin === coin || coinSymbol(held.coin) !== symbol)
  return <span translate="no">{isOnlyOne ? symbol : `${symbol} · ${coinNetwork(coin)}`}</span>
}
