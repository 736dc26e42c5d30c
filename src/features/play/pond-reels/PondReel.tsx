import { memo, useLayoutEffect, useRef } from 'react'
import { POND_STOPS_MS, reelWindow, turningReel, turnOf } from './pond-spin.ts'
import styles from './pond-reels.module.css'
import { SymbolPicture } from './SymbolPicture.tsx'

interface PondReelProps {
  reel: number
  stop: number
  /** The stop it turns from; undefined while it stands still. */
  from: number | undefined
  /** Of the spin, so that the same stops twice are two spins. */
  spinId: string | undefined
  /** Whether its symbol on the line is part of the win, or not; undefined where nothing was won. */
  isWinning: boolean | undefined
}

/** One reel: three symbols while it stands still, and all that passes while it turns. The browser moves it by itself. */
export const PondReel = memo(function PondReel({ reel, stop, from, spinId, isWinning }: PondReelProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (spinId === undefined) return
    const turn = turnOf(reel)
    const turning = ref.current?.animate(
      { translate: [`0 ${(-100 * turn) / (turn + 3)}%`, '0 0'] },
      { duration: POND_STOPS_MS[reel] ?? 0, easing: 'cubic-bezier(0.3, 0.5, 0.35, 1)', fill: 'backwards' },
    )
    return () => turning?.cancel()
  }, [reel, spinId])
  const symbols = from === undefined ? reelWindow(reel, stop) : turningReel(reel, from, stop)
  return (
    <div
      className={styles.reel}
      data-turning={from === undefined ? undefined : ''}
      data-winning={isWinning === undefined ? undefined : isWinning ? 'yes' : 'no'}
      data-testid="pond-reel"
    >
      <div ref={ref} className={styles.strip}>
        {symbols.map((symbol, place) => (
          <span key={place} className={styles.cell} data-symbol={symbol}>
            <SymbolPicture symbol={symbol} />
          </span>
        ))}
      </div>
    </div>
  )
})
