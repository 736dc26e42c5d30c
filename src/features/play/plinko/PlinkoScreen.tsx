import { useLingui } from '@lingui/react/macro'
import { PLINKO_RISKS, PLINKO_ROWS, plinkoBucket } from '#rules/plinko/plinko.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { PlinkoParameters } from './PlinkoParameters.tsx'
import { changePlinko, usePlinkoPlay } from './plinko-play.ts'
import { PlinkoScene } from './PlinkoScene.tsx'
import { PlinkoStage } from './PlinkoStage.tsx'

/** Stops at the smallest and the largest board. */
function addRows(play: Play<'plinko'>, change: number): void {
  const rows = PLINKO_ROWS.find((each) => each === play.params.get().rows + change)
  if (rows !== undefined) changePlinko(play, { rows })
}

function takeNextRisk(play: Play<'plinko'>): void {
  const next = PLINKO_RISKS.indexOf(play.params.get().risk) + 1
  changePlinko(play, { risk: PLINKO_RISKS[next % PLINKO_RISKS.length] ?? 'low' })
}

export function PlinkoScreen() {
  const play = usePlinkoPlay()
  const { t } = useLingui()
  const { multiplier } = usePlayFormat()
  return (
    <PlayScreen
      play={play}
      stage={<PlinkoStage />}
      scene={<PlinkoScene />}
      parameters={<PlinkoParameters />}
      isStageTall
      chipOf={(bet) => multiplier(bet.multiplier)}
      describe={(bet) => {
        const bucket = plinkoBucket(bet.outcome) + 1
        const paid = multiplier(bet.multiplier)
        return t`bucket ${bucket} pays ${paid}`
      }}
      keys={[
        { key: 'q', label: t`Fewer rows`, run: () => addRows(play, -1) },
        { key: 'e', label: t`More rows`, run: () => addRows(play, 1) },
        { key: 'r', label: t`Next risk`, run: () => takeNextRisk(play) },
      ]}
    />
  )
}
