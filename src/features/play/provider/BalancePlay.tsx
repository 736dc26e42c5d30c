import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { PlayContext } from '#features/play/play-context.ts'
import { balanceEngine } from './balance-engines.ts'
import { PLAYABLE_GAMES } from './playable-games.ts'

/** Has the screens inside play with a player's balance of one coin; another player or coin is another one of these. */
export function BalancePlay({ uid, coin, children }: { uid: number; coin: string; children: ReactNode }) {
  const queryClient = useQueryClient()
  const [given] = useState(() => ({ engine: balanceEngine(queryClient, uid, coin), games: PLAYABLE_GAMES }))
  return <PlayContext value={given}>{children}</PlayContext>
}
