import { useLingui } from '@lingui/react/macro'
import { pondReelsLine, pondReelsWin } from '#rules/pond-reels/pond-reels.ts'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { POND_PAYTABLE, POND_TOTALS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { ParameterFact } from '#features/play/controls/ParameterFact.tsx'
import { ParameterRow } from '#features/play/controls/ParameterRow.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { usePondReelsPlay } from './pond-reels-play.ts'
import { PondReelsScene } from './PondReelsScene.tsx'
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
      scene={<PondReelsScene />}
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

const BEST = Math.max(...Object.values(POND_PAYTABLE).flat())
const { combinations, winning, paid } = POND_TOTALS
const CHANCE = winning / combinations
const RETURN = paid / (combinations * MULTIPLIER_SCALE)

/** Stands in place of parameters: the game has none but the stake. */
function PondReelsFacts() {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { pays } = usePondText()
  const percent = (share: number, decimals: number) => `${decimal((share * 100).toFixed(decimals))}%`
  return (
    <ParameterRow>
      <ParameterFact label={t`Best win`} value={`${pays(BEST)}×`} />
      <ParameterFact label={t`Any win`} value={percent(CHANCE, 2)} />
      <ParameterFact label={t`Return`} value={percent(RETURN, 3)} />
    </ParameterRow>
  )
}
