import type { CSSProperties } from 'react'
import type { GameSummary } from '#contract/games.ts'
import styles from './GameCover.module.css'

/** A game's drawn cover without words; decoration beside its name. */
export function GameCover({ cover, colors }: Pick<GameSummary, 'cover' | 'colors'>) {
  const tones = { '--from': colors[0], '--to': colors[1] } as CSSProperties
  return (
    <div className={styles.cover} style={tones}>
      <img src={cover} alt="" width={300} height={400} fetchPriority="high" className={styles.image} />
    </div>
  )
}
