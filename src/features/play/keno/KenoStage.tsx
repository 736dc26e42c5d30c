import { Trans, useLingui } from '@lingui/react/macro'
import { Eraser, Shuffle } from 'lucide-react'
import { kenoHits } from '#rules/keno/keno.ts'
import { resultClass } from '#ui/play/result-class.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { useMovingSound } from '#features/play/controls/use-moving-sound.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStore } from '#lib/use-store.ts'
import { topMultiplierOf } from '#rules/games.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { KENO_MOST_PICKS, kenoTones } from './keno-board.ts'
import { KenoBoard } from './KenoBoard.tsx'
import styles from './keno.module.css'
import { KenoPaytable } from './KenoPaytable.tsx'
import { useKenoPlay } from './keno-play.ts'
import { useShownDraw } from './use-shown-draw.ts'

export function KenoStage() {
  const play = useKenoPlay()
  const { moving, shown } = useShownDraw()
  const picks = useStore(play.picks)
  const params = useStore(play.params)
  const { multiplier } = usePlayFormat()
  useMovingSound(play, kenoTones)
  const count = picks.length
  const hits = shown ? kenoHits(shown.params, shown.outcome).length : 0
  const most = multiplier(topMultiplierOf({ game: 'keno', params }))
  return (
    <div
      className={`${resultClass.lit} ${styles.keno}`}
      data-moving={moving ? true : undefined}
      data-won={(!moving && shown && shown.payout > shown.stake) || undefined}
    >
      <div className={styles.counters}>
        {shown ? (
          <p
            key={shown.id}
            className={`num ${styles.figure}`}
            data-won={shown.payout > shown.stake || undefined}
            data-testid="keno-figure"
            translate="no"
          >
            {multiplier(shown.multiplier)}
          </p>
        ) : (
          <p className={styles.counter}>
            {count > 0 ? (
              <Trans>
                Up to{' '}
                <b className="num" translate="no">
                  {most}
                </b>
              </Trans>
            ) : null}
          </p>
        )}
        <p className={styles.counter} data-testid="keno-counter">
          {shown ? (
            <Trans>
              Hits{' '}
              <b className={`num ${styles.hitCount}`} translate="no">
                {hits}
              </b>{' '}
              of {count}
            </Trans>
          ) : (
            <Trans>
              Picked{' '}
              <b className="num" translate="no">
                {count}
              </b>{' '}
              of {KENO_MOST_PICKS}
            </Trans>
          )}
        </p>
        <KenoTools />
      </div>
      <KenoBoard />
      <div className={styles.resultLine} data-shown={shown ? '' : undefined}>
        <ResultLine bet={shown} />
      </div>
      <KenoPaytable />
    </div>
  )
}

function KenoTools() {
  const play = useKenoPlay()
  const { t } = useLingui()
  const isLocked = useIsAutoPlaying('keno')
  return (
    <div className={styles.tools}>
      <IconButton label={t`Pick other numbers at random`} disabled={isLocked} onClick={play.pickAtRandom}>
        <Shuffle aria-hidden size={18} />
      </IconButton>
      <IconButton label={t`Take all numbers off the board`} disabled={isLocked} onClick={play.clear}>
        <Eraser aria-hidden size={18} />
      </IconButton>
    </div>
  )
}
