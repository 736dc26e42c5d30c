import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { productText } from '#features/play/fairness/draw-text.ts'
import { DrawTable } from '#features/play/fairness/DrawTable.tsx'
import type { StepsProps } from '#features/play/playable-game.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { calculationClass } from '#ui/play/calculation-class.ts'

export function MinesSteps({ arithmetic, draws }: StepsProps<'mines'>) {
  const { t } = useLingui()
  const { multiplier } = usePlayFormat()
  const { removals, params, mineTiles, opened, gems, isLost, ways, safeWays } = arithmetic
  const hit = opened.at(-1)
  const safeTiles = removals.length + 1 - params.mines
  return (
    <>
      <CalculationStep
        detail={
          <details>
            <summary className={calculationClass.summary}>
              <Trans>Show the 24 draws</Trans>
            </summary>
            <DrawTable
              draws={draws}
              resultName={t`Tile`}
              resultOf={(index) => {
                const removal = removals[index]
                return removal && `× ${removal.size} = ${productText(removal.product, 2)} → ${removal.taken}`
              }}
            />
          </details>
        }
      >
        <Trans>
          Every 4 bytes make a fraction. Times the number of tiles left, its whole part is the place of the
          tile that is taken. Tiles count from 0, row by row
        </Trans>
      </CalculationStep>
      <CalculationStep value={mineTiles.join(', ')}>
        <Plural
          value={params.mines}
          one="The first tile taken is the mine"
          other="The first # tiles taken are mines"
        />
      </CalculationStep>
      <CalculationStep value={opened.join(', ')}>
        <Trans>Tiles you opened</Trans>
      </CalculationStep>
      <CalculationStep value={multiplier(arithmetic.multiplier)}>
        {isLost ? (
          <Trans>Tile {hit} holds a mine: nothing is paid</Trans>
        ) : (
          <>
            <Plural value={gems} one="# gem pays" other="# gems pay" />
            <span>{` 0.99 × C(25, ${gems}) ÷ C(${safeTiles}, ${gems}) = 0.99 × ${ways} ÷ ${safeWays}`}</span>
          </>
        )}
      </CalculationStep>
    </>
  )
}
