import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import { useIsRoundOpen } from '#features/play/controls/use-is-round-open.ts'
import { tilesOfRound } from './mines-auto-plan.ts'
import { useMinesPlay } from './mines-controller.ts'

/** @returns undefined when auto-play can start */
export function useMinesAutoProblem(): string | undefined {
  const play = useMinesPlay()
  const { t } = useLingui()
  const { choice, tiles } = useStore(play.autoPlan)
  if (useIsRoundOpen(play)) return t`Finish the open round first`
  return choice === 'chosen' && tiles.length === 0 ? t`Choose a tile first` : undefined
}

/** `Math.random` is enough for the choice of tiles: it changes no chance. */
export function useMinesRoundParams(): object {
  const play = useMinesPlay()
  const params = useStore(play.params)
  const plan = useStore(play.autoPlan)
  return { ...params, tiles: tilesOfRound(plan, params, () => 0) }
}
