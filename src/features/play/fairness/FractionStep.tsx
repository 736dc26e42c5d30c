import { Trans } from '@lingui/react/macro'
import type { ExplainedDraw } from '#verify/explain.ts'
import { calculationClass } from '#ui/play/calculation-class.ts'
import { CalculationStep } from './CalculationStep.tsx'
import { bytesText, floatText, sumText } from './draw-text.ts'

export function FractionStep({ draw }: { draw: ExplainedDraw | undefined }) {
  if (!draw) return null
  const bytes = bytesText(draw.bytes)
  return (
    <CalculationStep
      value={floatText(draw.float)}
      detail={<span className={calculationClass.digest}>{sumText(draw.bytes)}</span>}
    >
      <Trans>First 4 bytes, {bytes}, as a fraction</Trans>
    </CalculationStep>
  )
}
