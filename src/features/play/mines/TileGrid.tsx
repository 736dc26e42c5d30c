import type { ReactNode } from 'react'
import { ButtonGrid } from '#features/play/controls/ButtonGrid.tsx'
import { BOARD_SIZE, BOARD_TILES } from './mines-board.ts'
import styles from './mines.module.css'

interface TileGridProps {
  label: string
  /** Renders a button with `data-tile`, in the tab order if it is the tab stop. */
  renderTile: (tile: number, isTabStop: boolean) => ReactNode
  /** Called for a press by finger, mouse or key. */
  onPress: (tile: number) => void
  /** Shows changed tiles without an animation. */
  isStill?: boolean
  isSmall?: boolean
  isOpen?: boolean
}

const MIDDLE = Math.floor(BOARD_TILES.length / 2)

export function TileGrid(props: TileGridProps) {
  const { label, renderTile, onPress, isStill = false, isSmall = false, isOpen = false } = props
  return (
    <ButtonGrid
      label={label}
      columns={BOARD_SIZE}
      rows={BOARD_SIZE}
      first={MIDDLE}
      className={styles.board}
      rowClassName={styles.row}
      looks={{
        'data-open': isOpen || undefined,
        'data-small': isSmall || undefined,
        'data-still': isStill || undefined,
      }}
      renderTile={renderTile}
      onPress={onPress}
    />
  )
}
