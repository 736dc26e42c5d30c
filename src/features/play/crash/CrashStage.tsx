import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useStore } from '#lib/use-store.ts'
import { resultClass } from '#ui/play/result-class.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import styles from './crash.module.css'
import type { CrashPlay } from './crash-play.ts'
import { ownResult } from './own-result.ts'
import { useCrashCanvas } from './use-crash-canvas.ts'
import { useCrashWords } from './use-crash-words.ts'

/** The curve, and what it brought. Who hears the screen hears of both by the announcer. */
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
  const { coins } = usePlayFormat()
  const result = coin && ownResult(view, play.engine)
  if (!result) return <p className={resultClass.line}> </p>
  const net = result.payout - result.stake
  const sum = coins(net < 0n ? -net : net, coin)
  return (
    <p
      key={result.round}
      className={resultClass.line}
      data-won={net > 0n || undefined}
      data-testid="crash-result"
    >
      {result.back === 'void' ? (
        <Trans>The round was void. Your stake is back.</Trans>
      ) : result.back === 'lost-leader' ? (
        <Trans>The round lost its server. Your stake is back.</Trans>
      ) : net > 0n ? (
        <Trans>
          You won <b translate="no">+{sum}</b>
        </Trans>
      ) : net < 0n ? (
        <Trans>
          You lost <b translate="no">{sum}</b>
        </Trans>
      ) : (
        <Trans>Your bet came back</Trans>
      )}
    </p>
  )
}
