import { memo, type CSSProperties } from 'react'
import type { Ball } from './keno-board.ts'
import styles from './keno.module.css'

interface KenoTileProps {
  number: number
  /** Accessible name, such as "7" or "7, a hit". */
  name: string
  isPicked: boolean
  ball: Ball | undefined
  /** Place of its ball in the draw, from 0. */
  place: number | undefined
  /** The last hit of a draw that won: what celebrates rises from there. */
  isWinPlace: boolean
  /** True for the one tile in the tab order. */
  isTabStop: boolean
  canPress: boolean
}

/** Without handlers: the board listens for all its tiles. */
export const KenoTile = memo(function KenoTile(props: KenoTileProps) {
  const { number, name, isPicked, ball, place, isWinPlace, isTabStop, canPress } = props
  return (
    <button
      type="button"
      className={`num ${styles.tile}`}
      data-tile={number}
      data-number={number + 1}
      data-ball={ball}
      data-win-place={isWinPlace ? '' : undefined}
      style={place === undefined ? undefined : ({ '--place': place } as CSSProperties)}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={name}
      aria-pressed={isPicked}
      aria-disabled={!canPress}
    >
      {number + 1}
    </button>
  )
})
