import { useLingui } from '@lingui/react/macro'
import { WHEEL_RISKS, WHEEL_SEGMENTS } from '#rules/wheel/wheel.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { WheelParameters } from './WheelParameters.tsx'
import { changeWheel, useWheelPlay } from './wheel-play.ts'
import { WheelScene } from './WheelScene.tsx'
import { WheelStage } from './WheelStage.tsx'

/** Does nothing beyond the largest and the smallest wheel. */
function changeSize(play: Play<'wheel'>, change: 1 | -1): void {
  const segments = WHEEL_SEGMENTS[WHEEL_SEGMENTS.indexOf(play.params.get().segments) + change]
  if (segments !== undefined) changeWheel(play, { segments })
}

function takeNextRisk(play: Play<'wheel'>): void {
  const next = WHEEL_RISKS.indexOf(play.params.get().risk) + 1
  changeWheel(play, { risk: WHEEL_RISKS[next % WHEEL_RISKS.length] ?? 'low' })
}

export function WheelScreen() {
  const play = useWheelPlay()
  const { t } = useLingui()
  const { multiplier } = usePlayFormat()
  return (
    <PlayScreen
      play={play}
      stage={<WheelStage />}
      scene={<WheelScene />}
      parameters={<WheelParameters />}
      isStageTall
      chipOf={(bet) => multiplier(bet.multiplier)}
      describe={(bet) => {
        const paid = multiplier(bet.multiplier)
        return t`the wheel stopped at ${paid}`
      }}
      keys={[
        { key: 'q', label: t`Fewer segments`, run: () => changeSize(play, -1) },
        { key: 'e', label: t`More segments`, run: () => changeSize(play, 1) },
        { key: 'r', label: t`Next risk`, run: () => takeNextRisk(play) },
      ]}
    />
  )
}
