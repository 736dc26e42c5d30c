import { Trans } from '@lingui/react/macro'
import { minesGems, minesMultiplier } from '#rules/mines/mines.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { resultClass } from '#ui/play/result-class.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStore } from '#lib/use-store.ts'
import { gemsFound } from './mines-board.ts'
import { MinesBoard } from './MinesBoard.tsx'
import { useMinesPlay } from './mines-controller.ts'
import styles from './mines.module.css'

export function MinesStage() {
  const play = useMinesPlay()
  const round = useStore(play.round)
  const { shown } = useStore(play.stage)
  const chosen = useStore(play.params)
  const { multiplier } = usePlayFormat()
  const ended = round ? undefined : shown
  const params = (round ?? ended)?.params ?? chosen
  const gems = round ? round.opened.length : ended ? gemsFound(ended) : 0
  const { mines } = params
  const limits = useStore(play.engine.limits(round?.coin ?? ''))
  const next = minesMultiplier(params, gems < minesGems(params) ? gems + 1 : gems)
  const isCapped =
    round !== undefined && limits !== undefined && payoutOf(round.stake, next) > limits.maxPayout
  const nextPays = multiplier(next)
  return (
    <div
      className={`${resultClass.lit} ${styles.mines}`}
      data-won={(ended && ended.payout > ended.stake) || undefined}
    >
      <div className={styles.counters} data-ended={ended ? true : undefined}>
        {ended ? (
          <div className={styles.ended}>
            <span
              className="num"
              data-won={ended.payout > ended.stake || undefined}
              data-testid="mines-paid"
              translate="no"
            >
              {multiplier(ended.multiplier)}
            </span>
            <ResultLine bet={ended} />
          </div>
        ) : (
          <p className={styles.counter}>
            {isCapped ? (
              <Trans>Highest payout reached: cash out</Trans>
            ) : (
              <Trans>
                Next gem{' '}
                <b className="num" translate="no">
                  {nextPays}
                </b>
              </Trans>
            )}
          </p>
        )}
        <p className={styles.counter} data-testid="mines-counters">
          <span>
            <Trans>
              Mines{' '}
              <b className="num" translate="no">
                {mines}
              </b>
            </Trans>
          </span>
          <span>
            <span aria-hidden> · </span>
            <Trans>
              Gems{' '}
              <b className={`num ${styles.gems}`} translate="no">
                {gems}
              </b>
            </Trans>
          </span>
        </p>
      </div>
      <MinesBoard />
    </div>
  )
}
