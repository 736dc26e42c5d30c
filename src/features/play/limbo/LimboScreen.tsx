import { useLingui } from '@lingui/react/macro'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { LimboParameters } from './LimboParameters.tsx'
import { withTarget } from './limbo-links.ts'
import { useLimboPlay } from './limbo-play.ts'
import { LimboScene } from './LimboScene.tsx'
import { LimboStage } from './LimboStage.tsx'

export function LimboScreen() {
  const play = useLimboPlay()
  const { t } = useLingui()
  const { result } = usePlayFormat()
  const scaleTarget = (factor: number) => {
    if (!play.isAutoPlaying()) play.setParams(withTarget(play.params.get().target * factor))
  }
  return (
    <PlayScreen
      play={play}
      stage={<LimboStage />}
      scene={<LimboScene />}
      parameters={<LimboParameters />}
      chipOf={result}
      describe={(bet) => {
        const reached = result(bet)
        return t`reached ${reached}`
      }}
      keys={[
        { key: 'q', label: t`Halve the target`, run: () => scaleTarget(0.5) },
        { key: 'e', label: t`Double the target`, run: () => scaleTarget(2) },
      ]}
    />
  )
}
