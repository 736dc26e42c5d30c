import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { productText } from '#features/play/fairness/draw-text.ts'
import { DrawTable } from '#features/play/fairness/DrawTable.tsx'
import type { StepsProps } from '#features/play/playable-game.ts'
import { RISK_NAMES } from '#features/play/risk-names.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

const onBoard = (numbers: readonly number[]) => numbers.map((number) => number + 1).join(', ')

export function KenoSteps({ arithmetic, draws }: StepsProps<'keno'>) {
  const { t, i18n } = useLingui()
  const { multiplier } = usePlayFormat()
  const { removals, params, hits } = arithmetic
  const hitCount = hits.length
  const pickCount = params.picks.length
  const risk = i18n._(RISK_NAMES[params.risk])
  return (
    <>
      <CalculationStep
        detail={
          <DrawTable
            draws={draws}
            resultName={t`Number`}
            resultOf={(index) => {
              const removal = removals[index]
              return removal && `× ${removal.size} = ${productText(removal.product, 2)} → ${removal.taken}`
            }}
          />
        }
      >
        <Trans>
          Every 4 bytes make a fraction. Times the count of numbers left, its whole part is the place of the
          number that is taken. Numbers count from 0 here, and from 1 on the board
        </Trans>
      </CalculationStep>
      <CalculationStep value={onBoard(removals.map(({ taken }) => taken))}>
        <Trans>Drawn, as on the board</Trans>
      </CalculationStep>
      <CalculationStep value={onBoard(params.picks)}>
        <Trans>Your picks</Trans>
      </CalculationStep>
      <CalculationStep value={hitCount === 0 ? t`none` : onBoard(hits)}>
        <Plural value={hitCount} one="# hit" other="# hits" />
      </CalculationStep>
      <CalculationStep value={multiplier(arithmetic.multiplier)}>
        <Trans>
          What {hitCount} of {pickCount} pay at risk “{risk}”
        </Trans>
      </CalculationStep>
    </>
  )
}
