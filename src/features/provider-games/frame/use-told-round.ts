import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { inLocale } from '#contract/localized.ts'
import type { ProviderGame } from '#contract/provider-games.ts'
import { isRoundOf, readNewestRounds } from '#features/provider-games/provider-rounds.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { api } from '#session/api.ts'
import { toast } from '#ui/toast.ts'

const TOLD_FOR_MS = 9_000

/** Says, once the frame is left, that a round in it is still open. @param coin null for a demonstration */
export function useToldRound(game: ProviderGame, coin: string | null): void {
  const { t } = useLingui()
  const locale = useLocale()
  const onLeft = useEffectEvent(() => {
    if (coin === null) return
    const { providerName } = game
    const name = inLocale(game.name, locale)
    const message = t`A round of ${name} is still open. ${providerName} keeps it: you find it again when you open the game with the same coin.`
    readNewestRounds(
      (endpoint, options) => api.call(endpoint, options),
      coin,
      () => true,
    ).then(
      (rounds) => {
        const isOpen = rounds.some((round) => isRoundOf(round, game) && round.closedAt === null)
        if (isOpen) toast({ message, tone: 'info', durationMs: TOLD_FOR_MS })
      },
      // Its page and the history show the round anyway.
      () => undefined,
    )
  })
  useEffect(() => () => onLeft(), [])
}
