import { Trans } from '@lingui/react/macro'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { floatText, productText } from '#features/play/fairness/draw-text.ts'
import { FractionStep } from '#features/play/fairness/FractionStep.tsx'
import type { StepsProps } from '#features/play/playable-game.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

export function LimboSteps({ arithmetic, draws }: StepsProps<'limbo'>) {
  const { hundredths, multiplier } = usePlayFormat()
  const { step, quotient, outcome, params } = arithmetic
  const reached = `${hundredths(outcome)}×`
  const target = `${hundredths(params.target)}×`
  return (
    <>
      <FractionStep draw={draws[0]} />
      <CalculationStep value={step.index}>{`floor(${floatText(step.float)} × 2²⁴)`}</CalculationStep>
      <CalculationStep value={productText(quotient)}>{`2²⁴ ÷ (${step.index} + 1) × 0.99`}</CalculationStep>
      <CalculationStep value={reached}>
        <Trans>Cut to two decimals, at least 1.00</Trans>
      </CalculationStep>
      <CalculationStep value={multiplier(arithmetic.multiplier)}>
        {arithmetic.multiplier > 0 ? (
          <Trans>
            {reached} reaches the target, which pays {target}
          </Trans>
        ) : (
          <Trans>
            {reached} is below the target of {target}: nothing is paid
          </Trans>
        )}
      </CalculationStep>
    </>
  )
}
