import { useLingui } from '@lingui/react/macro'
import { POND_STRIPS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { pondReelsLine, pondReelsWin } from '#rules/pond-reels/pond-reels.ts'
import { useStore } from '#lib/use-store.ts'
import { useMovingSound } from '#features/play/controls/use-moving-sound.ts'
import { LiftedSymbols } from './LiftedSymbols.tsx'
import { PondPaytable } from './PondPaytable.tsx'
import { PondReel } from './PondReel.tsx'
import { usePondReelsPlay } from './pond-reels-play.ts'
import styles from './pond-reels.module.css'
import { PondResult } from './PondResult.tsx'
import { usePondText } from './use-pond-text.ts'
import { POND_STOPS_MS } from './pond-spin.ts'

/** Stops before the first spin, chosen so that the line would pay nothing. */
const FIRST_STOP = 0

export function PondReelsStage() {
  const play = usePondReelsPlay()
  const { moving, shown } = useStore(play.stage)
  const { t } = useLingui()
  const text = usePondText()
  const spin = moving.at(-1)
  useMovingSound(play, clicksOfReels)

  const line = shown && pondReelsLine(shown.outcome)
  const win = line && pondReelsWin(line)
  const isOnLine = (reel: number) => line?.[reel] === win?.symbol || line?.[reel] === 'koi'
  const words = shown && text.line(shown.outcome)
  return (
    <div className={styles.pond} data-moving={spin ? '' : undefined}>
      <div
        className={styles.window}
        role="img"
        aria-label={words === undefined ? t`Five reels` : t`On the line: ${words}`}
        data-won={win && !spin ? '' : undefined}
      >
        {POND_STRIPS.map((_, reel) => {
          const stop = shown?.outcome[reel] ?? FIRST_STOP
          return (
            <PondReel
              key={reel}
              reel={reel}
              stop={spin?.outcome[reel] ?? stop}
              from={spin && stop}
              spinId={spin?.id}
              isWinning={win && !spin ? isOnLine(reel) : undefined}
            />
          )
        })}
        <div className={styles.over} aria-hidden>
          {POND_STOPS_MS.map((stopMs) => (
            <i key={stopMs} className={styles.streak} style={{ animationDuration: `${stopMs}ms` }} />
          ))}
        </div>
        <span className={styles.line} aria-hidden />
        {win && !spin ? (
          <LiftedSymbols
            key={shown.id}
            symbols={line.map((symbol, reel) => (isOnLine(reel) ? symbol : undefined))}
          />
        ) : null}
      </div>
      <PondResult bet={shown} win={win} />
      <PondPaytable symbol={spin ? undefined : win?.symbol} count={spin ? undefined : win?.count} />
    </div>
  )
}

const CLICK_HERTZ = 130.81

/** One soft click per reel, the same in every spin: the sound must not tell the result early. */
const clicksOfReels = () => POND_STOPS_MS.map((atMs) => ({ atMs, hertz: CLICK_HERTZ }))
