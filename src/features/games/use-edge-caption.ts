import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatPercentRange } from './house-edge.ts'

/** What stands under a game's name in the catalogue: its edge, or that it is live. */
export function useEdgeCaption(): (game: GameSummary) => string {
  const { t } = useLingui()
  const { percent } = useFormat()
  return useCallback(
    ({ live, houseEdge }) => {
      if (live) return t`Live`
      const edge = formatPercentRange(houseEdge, percent)
      return t`${edge} edge`
    },
    [t, percent],
  )
}
