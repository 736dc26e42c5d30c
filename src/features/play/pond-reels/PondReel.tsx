import { memo, useLayoutEffect, useRef } from 'react'
import { POND_STOPS_MS, reelCells, restingPlace, turnFrames } from './pond-spin.ts'
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

/** One reel behind its window of three symbols. The browser turns it by itself; a spin draws nothing anew. */
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
