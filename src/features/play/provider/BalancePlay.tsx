import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { PlayContext } from '#features/play/play-context.ts'
import { DEMO } from '#features/play/play-coin-search.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { ReceiptMark } from '#features/play/receipts/ReceiptMark.tsx'
import { balancePlay } from './balance-engines.ts'
import { PLAYABLE_GAMES } from './playable-games.ts'

/** Needs another `key` for another player or coin. */
export function BalancePlay({ uid, coin, children }: { uid: number; coin: string; children: ReactNode }) {
  const queryClient = useQueryClient()
  const [given] = useState(() => ({
    ...balancePlay(queryClient, uid, coin),
    games: PLAYABLE_GAMES,
    ReceiptMark,
  }))
  const { data: coins } = useQuery(coinsQuery)
  const isUnknown = coins !== undefined && !coins.some(({ id }) => id === coin)
  if (isUnknown) return <Navigate to="." search={(old) => ({ ...old, coin: DEMO })} replace />
  return <PlayContext value={given}>{children}</PlayContext>
}
