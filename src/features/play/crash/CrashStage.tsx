import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useStore } from '#lib/use-store.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { useCoin } from '#features/play/use-coin.ts'
import styles from './crash.module.css'
import type { CrashPlay } from './crash-play.ts'
import { ownResult } from './own-result.ts'
import { useCrashFigure } from './use-crash-figure.ts'

/** Screen readers would read each new figure: `CrashAnnouncer` speaks. */
export function CrashStage({ play }: { play: CrashPlay }) {
  const { t } = useLingui()
  const figure = useRef<HTMLDivElement>(null)
  const view = useStore(play.table.view)
  useCrashFigure(figure, play.table, view)
  return (
    <div className={styles.crash} data-testid="crash-stage" data-status={view?.round.status}>
      <div className={styles.curve} role="img" aria-label={t`Curve of the round`}>
        <div
          ref={figure}
          className={styles.figure}
          data-crashed={(view?.round.point ?? null) !== null || undefined}
        >
          <p className={`num ${styles.multiplier}`} translate="no" />
          <p className={styles.words} />
        </div>
      </div>
      <OwnResultLine play={play} />
    </div>
  )
}

function OwnResultLine({ play }: { play: CrashPlay }) {
  const view = useStore(play.table.view)
  const coin = useCoin()
  const result = coin && ownResult(view, play.engine)
  return (
    <div className={styles.result}>
      <ResultLine bet={result && { ...coin, ...result }} testId="crash-result" hasPlate>
        {result?.back === 'void' ? (
          <Trans>The round was void. Your stake is back.</Trans>
        ) : result?.back === 'lost-leader' ? (
          <Trans>The round lost its server. Your stake is back.</Trans>
        ) : undefined}
      </ResultLine>
    </div>
  )
}
