import { Trans, useLingui } from '@lingui/react/macro'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { DrawTable } from '#features/play/fairness/DrawTable.tsx'
import type { StepsProps } from '#features/play/playable-game.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { SYMBOL_NAMES } from './symbol-names.ts'

export function PondReelsSteps({ arithmetic, draws }: StepsProps<'pond-reels'>) {
  const { t, i18n } = useLingui()
  const { multiplier } = usePlayFormat()
  const { reels, win } = arithmetic
  const size = reels[0]?.size ?? 0
  const count = win?.count
  const name = win && i18n._(SYMBOL_NAMES[win.symbol])
  return (
    <>
      <CalculationStep
        detail={
          <DrawTable
            draws={draws}
            resultName={t({ message: 'Stop', context: 'reel' })}
            resultOf={(reel) => {
              const shown = reels[reel]
              return shown && `${shown.index} · ${i18n._(SYMBOL_NAMES[shown.symbol])}`
            }}
          />
        }
      >
        <Trans>
          Every 4 bytes make a fraction, one a reel; the fraction × {size}, cut to a whole number, is where
          its strip stops
        </Trans>
      </CalculationStep>
      <CalculationStep value={win ? `${count} × ${name}` : '–'}>
        <Trans>The best of three or more alike on the line; koi count as any symbol</Trans>
      </CalculationStep>
      <CalculationStep value={multiplier(arithmetic.multiplier)}>
        {win ? (
          <Trans>
            What {count} × {name} pays
          </Trans>
        ) : (
          <Trans>No three alike: nothing is paid</Trans>
        )}
      </CalculationStep>
    </>
  )
}
