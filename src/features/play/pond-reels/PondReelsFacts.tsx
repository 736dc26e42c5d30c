import { useLingui } from '@lingui/react/macro'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { POND_PAYTABLE, POND_TOTALS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { ParameterFact } from '#features/play/controls/ParameterFact.tsx'
import { ParameterRow } from '#features/play/controls/ParameterRow.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { usePondText } from './use-pond-text.ts'

const BEST = Math.max(...Object.values(POND_PAYTABLE).flat())
const { combinations, winning, paid } = POND_TOTALS
const CHANCE = winning / combinations
const RETURN = paid / (combinations * MULTIPLIER_SCALE)

/** Stands in place of parameters: the game has none but the stake. */
export function PondReelsFacts() {
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
