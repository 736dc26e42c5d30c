import { coinNetwork, coinSymbol } from '#contract/values.ts'
import { useHeldCoins } from './use-held-coins.ts'

/** Names the network, too, where the player holds the same coin on another: those are two balances. */
export function HeldCoinName({ coin }: { coin: string }) {
  const symbol = coinSymbol(coin)
  const isOnlyOne = useHeldCoins().every((held) => held.coin === coin || coinSymbol(held.coin) !== symbol)
  return <span translate="no">{isOnlyOne ? symbol : `${symbol} · ${coinNetwork(coin)}`}</span>
}
