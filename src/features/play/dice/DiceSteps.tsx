import { Trans } from '@lingui/react/macro'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { floatText } from '#features/play/fairness/draw-text.ts'
import { FractionStep } from '#features/play/fairness/FractionStep.tsx'
import type { StepsProps } from '#features/play/playable-game.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

export function DiceSteps({ arithmetic, draws }: StepsProps<'dice'>) {
  const { hundredths, multiplier } = usePlayFormat()
  const { roll, params, chance } = arithmetic
  const rolled = hundredths(roll.index)
  const target = hundredths(params.target)
  const percent = hundredths(chance)
  const isWin = arithmetic.multiplier > 0
  return (
    <>
      <FractionStep draw={draws[0]} />
      <CalculationStep value={rolled}>
        {`floor(${floatText(roll.float)} × ${roll.size}) ÷ 100`}
      </CalculationStep>
      <CalculationStep value={multiplier(arithmetic.multiplier)}>
        {isWin ? (
          params.side === 'over' ? (
            <Trans>
              {rolled} is over {target}, which pays 99 ÷ {percent}
            </Trans>
          ) : (
            <Trans>
              {rolled} is under {target}, which pays 99 ÷ {percent}
            </Trans>
          )
        ) : params.side === 'over' ? (
          <Trans>
            {rolled} is not over {target}: nothing is paid
          </Trans>
        ) : (
          <Trans>
            {rolled} is not under {target}: nothing is paid
          </Trans>
        )}
      </CalculationStep>
    </>
  )
}
