import { Heart } from 'lucide-react'
import styles from './HeartMark.module.css'

/** The heart of a favourite, filled if marked; for an `IconButton`. */
export function HeartMark({ isMarked }: { isMarked: boolean }) {
  return <Heart aria-hidden size={20} className={styles.heart} data-marked={isMarked || undefined} />
}
