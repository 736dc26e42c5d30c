import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FreeRounds } from '#contract/free-rounds.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { parseDecimal, unitsAt } from '#lib/decimal.ts'
import { countFreeRound, useFreeRounds as useRoundsOfPlayer } from '#queries/free-rounds.queries.ts'
import { rulesOf, type ParamsOf, type PlayGame } from '#rules/games.ts'

/**
 * The free rounds that the address names: the Bet button plays them, and bets nothing of the player's own as long as they
 * are named. Undefined where none are named, null while they are not known or over.
 */
export function useFreeRounds<G extends PlayGame>(play: Play<G>): FreeRounds | null | undefined {
  const queryClient = useQueryClient()
  const asked = useSearch({ strict: false, select: (search) => search.free })
  const { data } = useRoundsOfPlayer()
  const coin = useCoin()
  const { engine, freeRound, game } = play
  const isNamed = asked !== undefined && engine.demo === undefined
  const found = data?.find((each) => each.id === asked && each.game === game)
  const rounds = found && found.coin === coin?.coin && found.played < found.count ? found : null

  useEffect(() => {
    if (!isNamed) return
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
    return () => freeRound.set(undefined)
  }, [isNamed, freeRound, game, rounds, coin])

  useEffect(() => {
    if (!isNamed) return
    return engine.history.follow((change) => {
      if (change.type === 'added' && 'isFree' in change.bet && change.bet.isFree)
        countFreeRound(queryClient, asked)
    })
  }, [isNamed, engine, queryClient, asked])

  return isNamed ? rounds : undefined
}
