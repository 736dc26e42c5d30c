import { useLingui } from '@lingui/react/macro'
import { RoundAction } from '#features/play/controls/RoundAction.tsx'
import { RoundResumed } from '#features/play/controls/RoundResumed.tsx'
import { RoundStake } from '#features/play/controls/RoundStake.tsx'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStore } from '#lib/use-store.ts'
import { useIsRoundOpen } from '#features/play/controls/use-is-round-open.ts'
import { gemsFound, tilePlace } from './mines-board.ts'
import { MinesAnnouncer } from './MinesAnnouncer.tsx'
import { MinesParameters } from './MinesParameters.tsx'
import { MinesScene } from './MinesScene.tsx'
import { useMinesPlay } from './mines-controller.ts'
import { MinesStage } from './MinesStage.tsx'
import { MinesAutoFields } from './MinesAutoFields.tsx'
import { tilesOfRound } from './mines-auto-plan.ts'

const AUTO_PLAY = {
  fields: <MinesAutoFields />,
  useProblem: useMinesAutoProblem,
  useRoundParams: useMinesRoundParams,
}

/** The tile in the tab order. */
const currentTile = () => document.querySelector<HTMLElement>('[data-tile][tabindex="0"]')

export function MinesScreen() {
  const play = useMinesPlay()
  const { t } = useLingui()
  const { multiplier } = usePlayFormat()
  return (
    <>
      <PlayScreen
        play={play}
        stage={<MinesStage />}
        scene={<MinesScene />}
        lead={<RoundResumed play={play} />}
        parameters={<MinesParameters />}
        isStageTall
        action={<RoundAction play={play} firstStep={t`Open a tile`} firstFocus={currentTile} />}
        stake={<RoundStake play={play} />}
        autoPlay={AUTO_PLAY}
        chipOf={(bet) => multiplier(bet.multiplier)}
        describe={(bet) => {
          const hit = bet.opened.at(-1)
          if (bet.multiplier === 0 && hit !== undefined) {
            const { row, column } = tilePlace(hit)
            return t`mine in row ${row}, column ${column}`
          }
          const gems = gemsFound(bet)
          const paid = multiplier(bet.multiplier)
          return t`cashed out at ${paid}, gems: ${gems}`
        }}
        keys={[
          { key: 'e', label: t`Open a random tile`, run: () => void play.revealRandom() },
          { key: 'c', label: t`Cash out`, run: () => void play.cashOut() },
        ]}
      />
      <MinesAnnouncer />
    </>
  )
}

/** @returns undefined when auto-play can start */
function useMinesAutoProblem(): string | undefined {
  const play = useMinesPlay()
  const { t } = useLingui()
  const { choice, tiles } = useStore(play.autoPlan)
  if (useIsRoundOpen(play)) return t`Finish the open round first`
  return choice === 'chosen' && tiles.length === 0 ? t`Choose a tile first` : undefined
}

/** For the preview. Any tiles do in place of random ones, because their choice changes no chance. */
function useMinesRoundParams(): object {
  const play = useMinesPlay()
  const params = useStore(play.params)
  const plan = useStore(play.autoPlan)
  return { ...params, tiles: tilesOfRound(plan, params, () => 0) }
}
