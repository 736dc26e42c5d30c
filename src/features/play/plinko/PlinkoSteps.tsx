import { Trans, useLingui } from '@lingui/react/macro'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { DrawTable } from '#features/play/fairness/DrawTable.tsx'
import { RISK_NAMES } from '#features/play/risk-names.ts'
import type { StepsProps } from '#features/play/playable-game.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

export function PlinkoSteps({ arithmetic, draws }: StepsProps<'plinko'>) {
  const { t, i18n } = useLingui()
  const { multiplier } = usePlayFormat()
  const { rows, params, bucket } = arithmetic
  const rowCount = params.rows
  const risk = i18n._(RISK_NAMES[params.risk])
  return (
    <>
      <CalculationStep
        detail={
          <DrawTable
            draws={draws}
            resultName={t`Direction`}
            resultOf={(row) => (rows[row]?.step === 'R' ? t`right` : t`left`)}
          />
        }
      >
        <Trans>Every 4 bytes make a fraction, one a row: below 0.5 the ball goes left, else right</Trans>
      </CalculationStep>
      <CalculationStep value={bucket}>
        <Trans>How many times it went right: the bucket, counted from 0 at the left</Trans>
      </CalculationStep>
      <CalculationStep value={multiplier(arithmetic.multiplier)}>
        <Trans>
          What bucket {bucket} pays with {rowCount} rows at risk “{risk}”
        </Trans>
      </CalculationStep>
    </>
  )
}
