import { Trans } from '@lingui/react/macro'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { floatText, productText } from '#features/play/fairness/draw-text.ts'
import { FractionStep } from '#features/play/fairness/FractionStep.tsx'
import type { StepsProps } from '#features/play/playable-game.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

export function GiftWheelSteps({ arithmetic, draws }: StepsProps<'gift-wheel'>) {
  const { multiplier } = usePlayFormat()
  const { part } = arithmetic
  const before = part.index
  const place = before + 1
  const count = part.size
  return (
    <>
      <FractionStep draw={draws[0]} />
      <CalculationStep value={productText(part.product)}>
        {`${floatText(part.float)} × ${count}`}
      </CalculationStep>
      <CalculationStep value={`${before} + 1 = ${place}`}>
        <Trans>
          Its whole part and 1 more: the part of the wheel, clockwise from the first, which pays 6×
        </Trans>
      </CalculationStep>
      <CalculationStep value={multiplier(arithmetic.multiplier)}>
        <Trans>
          What part {place} of {count} pays
        </Trans>
      </CalculationStep>
    </>
  )
}
