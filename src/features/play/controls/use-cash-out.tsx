import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import type { RoundPlay } from '#features/play/controller/round-play.ts'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { ActionProps } from './ActionButton.tsx'

export function useCashOut(play: RoundPlay, firstStep: string): ActionProps {
  const { t } = useLingui()
  const round = useStore(play.round)
  const { coins, multiplier } = usePlayFormat()
  const paid = round?.payout !== undefined ? coins(round.payout, round) : undefined
  return {
    'data-action': 'cash-out',
    'aria-disabled': paid === undefined,
    onClick: () => void play.cashOut(),
    'data-testid': 'cash-out',
    children:
      paid === undefined ? (
        firstStep
      ) : (
        <>
          <span className="num">{t`Cash out ${paid}`}</span>{' '}
          {round?.multiplier === undefined ? null : (
            <span className={`num ${playFrameClass.multiplier}`}>{multiplier(round.multiplier)}</span>
          )}
        </>
      ),
  }
}
