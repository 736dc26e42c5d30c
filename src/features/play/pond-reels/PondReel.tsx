import { memo, useLayoutEffect, useRef } from 'react'
import { POND_STOPS_MS, reelCells, restingPlace, turnFrames } from './pond-spin.ts'
import styles from './pond-reels.module.css'
import { SymbolPicture } from './SymbolPicture.tsx'

interface PondReelProps {
  reel: number
  stop: number
  /** The stop it turns from; undefined while it stands still. */
  from: number | undefined
  /** Identifies the spin, because two spins may have the same stops. */
  spinId: string | undefined
  /** True if its symbol on the line is part of the win; undefined without a win. */
  isWinning: boolean | undefined
}

/** The browser animates the turn: nothing is rendered in between. */
export const PondReel = memo(function PondReel({ reel, stop, from, spinId, isWinning }: PondReelProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (spinId === undefined || from === undefined) return
    const turn = ref.current?.animate(turnFrames(reel, from, stop), POND_STOPS_MS[reel])
    return () => turn?.cancel()
  }, [reel, spinId, from, stop])
  return (
    <div
      className={styles.reel}
      data-winning={isWinning === undefined ? undefined : isWinning ? 'yes' : 'no'}
      data-testid="pond-reel"
    >
      <div ref={ref} className={styles.strip} style={{ translate: restingPlace(reel, stop) }}>
        <ReelCells reel={reel} />
      </div>
    </div>
  )
})

const ReelCells = memo(function ReelCells({ reel }: { reel: number }) {
  return reelCells(reel).map((symbol, cell) => <SymbolPicture key={cell} symbol={symbol} />)
})
