import { memo } from 'react'
import type { TileFace } from './mines-board.ts'
import styles from './mines.module.css'

interface MinesTileProps {
  tile: number
  face: TileFace
  /** Its position and content, such as "Row 2, column 3, hidden". */
  name: string
  /** True for the one tile in the tab order. */
  isTabStop: boolean
  canOpen: boolean
}

/** Without handlers: the board listens for all its tiles. */
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
