import { useLingui } from '@lingui/react/macro'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { DiceParameters } from './DiceParameters.tsx'
import { withOtherSide } from './dice-links.ts'
import { useDicePlay } from './dice-play.ts'
import { DiceScene } from './DiceScene.tsx'
import { DiceStage } from './DiceStage.tsx'

export function DiceScreen() {
  const play = useDicePlay()
  const { t } = useLingui()
  const { hundredths } = usePlayFormat()
  return (
    <PlayScreen
      play={play}
      stage={<DiceStage />}
      scene={<DiceScene />}
      parameters={<DiceParameters />}
      chipOf={({ outcome }) => hundredths(outcome)}
      describe={({ outcome }) => {
        const rolled = hundredths(outcome)
        return t`rolled ${rolled}`
      }}
      keys={[
        {
          key: 'e',
          label: t`Switch between over and under`,
          run: () => {
            if (!play.isAutoPlaying()) play.setParams(withOtherSide(play.params.get()))
          },
        },
      ]}
    />
  )
}
