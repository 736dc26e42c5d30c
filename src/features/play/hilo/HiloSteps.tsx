import { Trans, useLingui } from '@lingui/react/macro'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { productText } from '#features/play/fairness/draw-text.ts'
import { DrawTable } from '#features/play/fairness/DrawTable.tsx'
import type { StepsProps } from '#features/play/playable-game.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { calculationClass } from '#ui/play/calculation-class.ts'
import { cardText, MOVE_NAMES } from './card-words.ts'

export function HiloSteps({ arithmetic, draws }: StepsProps<'hilo'>) {
  const { t, i18n } = useLingui()
  const { multiplier } = usePlayFormat()
  const { params, drawn, moves } = arithmetic
  return (
    <>
      {params.startCard ? (
        <CalculationStep value={cardText(params.startCard)}>
          <Trans>You chose the first card, so no fraction is used for it</Trans>
        </CalculationStep>
      ) : null}
      <CalculationStep
        detail={
          <DrawTable
            draws={draws}
            resultName={t({ message: 'Card', context: 'playing card' })}
            resultOf={(index) => {
              const card = drawn[index]
              return card && `× 52 = ${productText(card.product, 2)} → ${cardText(card.name)}`
            }}
          />
        }
      >
        <Trans>
          Every 4 bytes make a fraction, one a card. Times 52, its whole part is the place of the card in the
          order 2♦ 2♥ 2♠ 2♣ 3♦ … A♣, counted from 0
        </Trans>
      </CalculationStep>
      <CalculationStep
        detail={
          <ol className={calculationClass.digest}>
            {moves.map(({ move, card, next, winningRanks, ranks, multiplier: left }, place) => (
              <li key={place}>
                {[
                  `${cardText(card)} → ${cardText(next)} ${i18n._(MOVE_NAMES[move])}: `,
                  move === 'skip' || left === 0 ? '' : `× 0.99 × ${ranks} ÷ ${winningRanks} → `,
                  multiplier(left),
                ].join('')}
              </li>
            ))}
          </ol>
        }
        value={multiplier(arithmetic.multiplier)}
      >
        <Trans>
          A right guess multiplies by 0.99 × 13 ÷ the number of ranks that make it right; a wrong one pays
          nothing, a skip changes nothing
        </Trans>
      </CalculationStep>
    </>
  )
}
