import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import type { ActionProps } from '#features/play/controls/ActionButton.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useMinesPlay } from './mines-controller.ts'
import styles from './mines.module.css'

/** Ends the round and takes what it pays; says what to do while there is nothing to take. */
export function useCashOut(): ActionProps {
  const play = useMinesPlay()
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
        t`Open a tile`
      ) : (
        <>
          <span className="num">{t`Cash out ${paid}`}</span>{' '}
          {round?.multiplier === undefined ? null : (
            <span className={`num ${styles.multiplier}`}>{multiplier(round.multiplier)}</span>
          )}
        </>
      ),
  }
}
