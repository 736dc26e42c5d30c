import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTouchPress } from '#features/play/controls/use-touch-press.ts'
import { BOARD_SIZE, BOARD_TILES, tileTowards } from './mines-board.ts'
import styles from './mines.module.css'

interface TileGridProps {
  label: string
  /** A button with `data-tile` that is in the tab order when it is the tab stop. */
  renderTile: (tile: number, isTabStop: boolean) => ReactNode
  /** A tile was pressed, by finger, mouse or key. */
  onPress: (tile: number) => void
  /** Tiles appear without animation. */
  isStill?: boolean
  isSmall?: boolean
  isOpen?: boolean
}

const MIDDLE = Math.floor(BOARD_TILES.length / 2)
const ROWS = Array.from({ length: BOARD_SIZE }, (_, row) =>
  BOARD_TILES.slice(row * BOARD_SIZE, (row + 1) * BOARD_SIZE),
)

/** The tile a press or a key was meant for. */
function tileOf(target: EventTarget): number | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null
  return button ? Number(button.dataset['tile']) : undefined
}

/** Five rows of five buttons. Tab reaches one of them, arrow keys the others. */
export function TileGrid(props: TileGridProps) {
  const { label, renderTile, onPress, isStill = false, isSmall = false, isOpen = false } = props
  const [current, setCurrent] = useState(MIDDLE)
  const press = (target: EventTarget) => {
    const tile = tileOf(target)
    if (tile === undefined) return
    setCurrent(tile)
    onPress(tile)
  }
  const touch = useTouchPress(press)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A held key goes on pressing, and the focus may just have come from the Bet button.
    if (event.repeat && event.key === 'Enter') return event.preventDefault()
    if (event.altKey || event.metaKey || event.shiftKey) return
    const tile = tileOf(event.target)
    const next = tile === undefined ? undefined : tileTowards(tile, event.key, event.ctrlKey)
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-tile="${next}"]`)?.focus()
  }
  return (
    <div
      role="grid"
      aria-label={label}
      className={styles.board}
      data-open={isOpen || undefined}
      data-small={isSmall || undefined}
      data-still={isStill || undefined}
      {...touch}
      onClick={({ target }) => press(target)}
      onKeyDown={onKeyDown}
    >
      {ROWS.map((tiles) => (
        <div key={tiles[0]} role="row" className={styles.row}>
          {tiles.map((tile) => (
            <div key={tile} role="gridcell">
              {renderTile(tile, tile === current)}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
