import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FreeRounds } from '#contract/free-rounds.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { parseDecimal, unitsAt } from '#lib/decimal.ts'
import { countFreeRound, useFreeRounds as useRoundsOfPlayer } from '#queries/free-rounds.queries.ts'
import { rulesOf, type ParamsOf, type PlayGame } from '#rules/games.ts'

/** The free rounds that the address names, which the Bet button then plays; null while they are not known or over. */
export function useFreeRounds<G extends PlayGame>(play: Play<G>): FreeRounds | null {
  const queryClient = useQueryClient()
  const asked = useSearch({ strict: false, select: (search) => search.free })
  const { data } = useRoundsOfPlayer()
  const coin = useCoin()
  const { engine, freeRound, game } = play
  const found = data?.find((each) => each.id === asked && each.game === game)
  const rounds = found && found.coin === coin?.coin && found.played < found.count ? found : null

  useEffect(() => {
    const stake = parseDecimal(rounds?.stake ?? '')
    freeRound.set(
      rounds && coin && stake
        ? {
            id: rounds.id,
            params: rulesOf(game as string).parseParams(rounds.params) as ParamsOf<G>,
            stake: unitsAt(stake, coin.decimals),
          }
        : 'none',
    )
    return () => freeRound.set('none')
  }, [freeRound, game, rounds, coin])

  useEffect(() => {
    if (asked === undefined) return
    return engine.history.follow((change) => {
      if (change.type === 'added' && 'isFree' in change.bet && change.bet.isFree)
        countFreeRound(queryClient, asked)
    })
  }, [engine, queryClient, asked])

  return rounds
}
