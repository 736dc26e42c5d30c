import { memo } from 'react'
import type { TileFace } from './mines-board.ts'
import styles from './mines.module.css'

interface MinesTileProps {
  tile: number
  face: TileFace
  /** Where it is and what it shows, such as "Row 2, column 3, hidden". */
  name: string
  /** The one tile that the Tab key reaches. */
  isTabStop: boolean
  canOpen: boolean
}

/** One tile; the board listens for all of them. */
export const MinesTile = memo(function MinesTile({ tile, face, name, isTabStop, canOpen }: MinesTileProps) {
  return (
    <button
      type="button"
      className={styles.tile}
      data-tile={tile}
      data-face={face}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={name}
      aria-disabled={!canOpen}
    />
  )
})
