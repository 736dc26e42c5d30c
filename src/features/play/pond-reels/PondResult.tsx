import { Trans } from '@lingui/react/macro'
import type { PondWin } from '#rules/pond-reels/pond-reels.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import type { SettledBet } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import styles from './pond-reels.module.css'
import { usePondText } from './use-pond-text.ts'

interface PondResultProps {
  bet: SettledBet<'pond-reels'> | undefined
  win: PondWin | undefined
}

/** Keeps its height while there is no bet. */
export function PondResult({ bet, win }: PondResultProps) {
  const { coins } = usePlayFormat()
  const text = usePondText()
  const stake = bet && coins(bet.stake, bet)
  const payout = bet && coins(bet.payout, bet)
  const factor = win && text.pays(win.multiplier)
  return (
    <div className={styles.result}>
      <p
        key={bet?.id}
        className={`num ${styles.headline}`}
        data-won={win ? '' : undefined}
        data-testid="pond-win"
      >
        {win ? (
          text.win(win)
        ) : bet ? (
          <Trans>No three alike</Trans>
        ) : (
          <Trans>Three alike anywhere on the line pay</Trans>
        )}
      </p>
      <div className={styles.sum}>
        {win ? (
          <p className={`num ${styles.product}`} data-testid="pond-sum" translate="no">
            {`${stake} × ${factor} = ${payout}`}
          </p>
        ) : null}
        <ResultLine bet={bet} />
      </div>
    </div>
  )
}
