import { useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { playSession } from './play-session.state.ts'
import { readSessionNet } from './session-net.ts'

/** What the tab's session came to over all games, as far as results were shown; in the coin's smallest unit. */
export function useSessionNet(): bigint {
  // Every bet that counts in the net also changes the session of its game, right after.
  const net = useSyncExternalStore((listener) => subscribe(playSession, listener), readSessionNet)
  return useAfterPaint(net)
}
