import type { GameSummary } from '#contract/games.ts'
import { CoverFrame } from '#ui/CoverFrame.tsx'
import styles from './GameCover.module.css'

/** A game's drawn cover without words; decoration beside its name. */
export function GameCover({ cover, colors }: Pick<GameSummary, 'cover' | 'colors'>) {
  return (
    <CoverFrame colors={colors} className={styles.cover}>
      <img src={cover} alt="" width={300} height={400} fetchPriority="high" className={styles.image} />
    </CoverFrame>
  )
}
