import { Trans, useLingui } from '@lingui/react/macro'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { floatText, productText } from '#features/play/fairness/draw-text.ts'
import { FractionStep } from '#features/play/fairness/FractionStep.tsx'
import type { StepsProps } from '#features/play/playable-game.ts'
import { RISK_NAMES } from '#features/play/risk-names.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

export function WheelSteps({ arithmetic, draws }: StepsProps<'wheel'>) {
  const { i18n } = useLingui()
  const { multiplier } = usePlayFormat()
  const { segment, params } = arithmetic
  const place = segment.index
  const count = params.segments
  const risk = i18n._(RISK_NAMES[params.risk])
  return (
    <>
      <FractionStep draw={draws[0]} />
      <CalculationStep value={productText(segment.product)}>
        {`${floatText(segment.float)} × ${segment.size}`}
      </CalculationStep>
      <CalculationStep value={place}>
        <Trans>Its whole part: the segment, counted from 0</Trans>
      </CalculationStep>
      <CalculationStep value={multiplier(arithmetic.multiplier)}>
        <Trans>
          What segment {place} of {count} pays at risk “{risk}”
        </Trans>
      </CalculationStep>
    </>
  )
}
