import { memo } from 'react'
import type { PlinkoRows } from '#rules/plinko/plinko.ts'
import { PEG_RADIUS } from './plinko-flight.ts'
import { boardSize, PEG_DISTANCE, plinkoPegs } from './plinko-board.ts'
import styles from './plinko.module.css'

/** One path with a circle for each peg. Size and shift are in radii of a peg. */
function circles(rows: PlinkoRows, size: number, [right, down]: readonly [number, number]): string {
  const unit = PEG_RADIUS * PEG_DISTANCE
  const radius = size * unit
  return plinkoPegs(rows)
    .map(
      ({ x, y }) =>
        `M${x + right * unit - radius} ${y + down * unit}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`,
    )
    .join('')
}

/** Lit buds: light around each, its shadow, itself, and where it shines. */
export const PlinkoPegs = memo(function PlinkoPegs({ rows }: { rows: PlinkoRows }) {
  const { width, height } = boardSize(rows)
  return (
    <svg className={styles.pegs} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path className={styles.pegLight} d={circles(rows, 2.1, [0, 0])} />
      <path className={styles.pegShadow} d={circles(rows, 1.1, [0.25, 0.5])} />
      <path className={styles.peg} d={circles(rows, 1.12, [0, 0])} />
      <path className={styles.pegShine} d={circles(rows, 0.4, [-0.32, -0.36])} />
    </svg>
  )
})
