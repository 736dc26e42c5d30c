import { useEffect, useEffectEvent, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isRoundOf, readNewestRounds, type GameOfProvider } from '#features/provider-games/provider-rounds.ts'
import type { ProviderRound } from '#contract/provider-games.ts'
import { coinSymbol } from '#contract/values.ts'
import { useBalances } from '#queries/balances.queries.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { api } from '#session/api.ts'
import { countRounds, type CountedRounds } from './count-rounds.ts'

/** Bets and wins of one round come close together. */
const GATHER_MS = 800

export interface CoinOfSession {
  readonly coin: string
  readonly symbol: string
  readonly decimals: number
  readonly isDemo: false
}
export type OnNet = (coin: CoinOfSession, change: bigint) => void

/** Tells what rounds of this game change in the session's result, whenever the balance changes. */
export function useSessionRounds(game: GameOfProvider, coin: string | null, onNet: OnNet): void {
  const { data: coins } = useQuery(coinsQuery)
  const decimals = coins?.find(({ id }) => id === coin)?.decimals
  const { data: balances } = useBalances()
  const available = balances?.find((balance) => balance.coin === coin)?.available
  const counted = useRef<CountedRounds>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const look = useEffectEvent(async () => {
    timer.current = undefined
    if (coin === null || decimals === undefined) return
    const known = counted.current
    const rounds = await readNewestRounds(
      (endpoint, options) => api.call(endpoint, options),
      coin,
      ({ id }) => known === undefined || known.has(id),
    )
    const isOwn = (round: ProviderRound) => isRoundOf(round, game)
    const { counted: now, change } = countRounds(counted.current, rounds, { decimals, isOwn })
    counted.current = now
    if (change !== 0n) onNet({ coin, symbol: coinSymbol(coin), decimals, isDemo: false }, change)
  })
  useEffect(() => {
    if (coin === null || decimals === undefined) return
    // Changes that come meanwhile are read with the first.
    timer.current ??= setTimeout(
      // A question without an answer is asked again with the next change.
      () => void look().catch(() => undefined),
      counted.current ? GATHER_MS : 0,
    )
  }, [coin, decimals, available])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
