import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useStore } from '#lib/use-store.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { useCoin } from '#features/play/use-coin.ts'
import styles from './crash.module.css'
import type { CrashPlay } from './crash-play.ts'
import { ownResult } from './own-result.ts'
import { useCrashCanvas } from './use-crash-canvas.ts'
import { useCrashWords } from './use-crash-words.ts'

/** Screen readers cannot read the canvas: `CrashAnnouncer` speaks. */
export function CrashStage({ play }: { play: CrashPlay }) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useCrashWords()
  useCrashCanvas(canvas, play.table, words)
  const view = useStore(play.table.view)
  return (
    <div className={styles.crash} data-testid="crash-stage" data-status={view?.round.status}>
      <div className={styles.curve}>
        <canvas ref={canvas} className={styles.canvas} role="img" aria-label={t`Curve of the round`} />
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
    <ResultLine bet={result && { ...coin, ...result }} testId="crash-result">
      {result?.back === 'void' ? (
        <Trans>The round was void. Your stake is back.</Trans>
      ) : result?.back === 'lost-leader' ? (
        <Trans>The round lost its server. Your stake is back.</Trans>
      ) : undefined}
    </ResultLine>
  )
}
