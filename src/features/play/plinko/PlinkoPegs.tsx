import { memo } from 'react'
import type { PlinkoRows } from '#rules/plinko/plinko.ts'
import { boardSize, PEG_DISTANCE, plinkoPegs } from './plinko-board.ts'
import { PEG_RADIUS } from './plinko-flight.ts'
import styles from './plinko.module.css'

export const PlinkoPegs = memo(function PlinkoPegs({ rows }: { rows: PlinkoRows }) {
  const { width, height } = boardSize(rows)
  const radius = PEG_RADIUS * PEG_DISTANCE
  const dots = plinkoPegs(rows).map(
    ({ x, y }) =>
      `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`,
  )
  return (
    <svg className={styles.pegs} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path d={dots.join('')} />
    </svg>
  )
})
