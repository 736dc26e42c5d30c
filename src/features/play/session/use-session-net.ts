import { useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import type { Coin } from '#features/play/play-engine.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { playSessions } from './play-session.state.ts'
import { readSessionNets } from './session-net.ts'

/** What the tab's session with a coin came to over all games, as far as results were shown; in its smallest unit. */
export function useSessionNet(coin: Coin | undefined): bigint {
  // Every bet that counts in the net also changes the session of its game, right after.
  const nets = useSyncExternalStore((listener) => subscribe(playSessions, listener), readSessionNets)
  return useAfterPaint(nets.find((each) => each.coin === coin?.coin)?.net ?? 0n)
}
