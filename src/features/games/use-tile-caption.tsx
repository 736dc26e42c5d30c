import { useLingui } from '@lingui/react/macro'
import { useCallback, type ReactNode } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useTopMultiplier } from './use-top-multiplier.ts'
import { formatPercentRange } from './house-edge.ts'

/** House edge and top multiplier. */
export function useTileCaption(): (game: GameSummary) => ReactNode {
  const { t } = useLingui()
  const { percent } = useFormat()
  const topOf = useTopMultiplier()
  return useCallback(
    ({ houseEdge, topMultiplier, live }) => {
      const edge = formatPercentRange(houseEdge, percent)
      const top = topOf(topMultiplier)
      return (
        <>
          <span className="block">{live ? t`Live · ${edge} edge` : t`${edge} edge`}</span>
          {top === undefined ? null : <span className="block">{t`up to ${top}`}</span>}
        </>
      )
    },
    [t, percent, topOf],
  )
}

/** The top multiplier; the house edge of a game that has none. */
export function useShortCaption(): (game: GameSummary) => string {
  const { t } = useLingui()
  const { percent } = useFormat()
  const topOf = useTopMultiplier()
  return useCallback(
    ({ houseEdge, topMultiplier }) => {
      const edge = formatPercentRange(houseEdge, percent)
      const top = topOf(topMultiplier)
      return top === undefined ? t`${edge} edge` : t`up to ${top}`
    },
    [t, percent, topOf],
  )
}
