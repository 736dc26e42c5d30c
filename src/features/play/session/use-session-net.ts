import type { Coin } from '#features/play/play-engine.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useStore } from '#lib/use-store.ts'
import { sessionNets } from './session-net.ts'

/** What the tab's session with a coin came to over all games, as far as results were shown; in its smallest unit. */
export function useSessionNet(coin: Coin | undefined): bigint {
  const nets = useStore(sessionNets)
  return useAfterPaint(nets.find((each) => each.coin === coin?.coin)?.net ?? 0n)
}
