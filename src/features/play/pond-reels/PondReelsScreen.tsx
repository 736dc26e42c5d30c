import { useLingui } from '@lingui/react/macro'
import { pondReelsLine, pondReelsWin } from '#rules/pond-reels/pond-reels.ts'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { PondReelsFacts } from './PondReelsFacts.tsx'
import { usePondReelsPlay } from './pond-reels-play.ts'
import { PondReelsStage } from './PondReelsStage.tsx'
import { usePondText } from './use-pond-text.ts'

export function PondReelsScreen() {
  const play = usePondReelsPlay()
  const { t } = useLingui()
  const { multiplier } = usePlayFormat()
  const text = usePondText()
  return (
    <PlayScreen
      play={play}
      stage={<PondReelsStage />}
      parameters={<PondReelsFacts />}
      isStageTall
      chipOf={(bet) => multiplier(bet.multiplier)}
      describe={({ outcome }) => {
        const line = text.line(outcome)
        const win = pondReelsWin(pondReelsLine(outcome))
        if (!win) return t`${line}, no three alike`
        const won = text.win(win)
        return t`${line}, ${won}`
      }}
    />
  )
}
