import type { ReactNode } from 'react'
import styles from './pond.module.css'

interface PondProps {
  /** A class of the game: it sets `--waterline` and the colours that differ. */
  className?: string | undefined
  /** Stands behind hills and water: moon, sun, planets. */
  sky?: ReactNode
  /** The actors, in front of all else. */
  children?: ReactNode
  /** Plants would stand in the way of what is drawn at the edges. */
  hasPlants?: boolean
}

// Elements that stay the same are skipped when a result changes the actors.
const SKY = <div className={`${styles.layer} ${styles.stars}`} />
const LAND = (
  <>
    <div className={`${styles.layer} ${styles.hills}`} />
    <div className={`${styles.layer} ${styles.mist}`} />
    <div className={`${styles.layer} ${styles.hills}`} data-near="" />
  </>
)
const WATER = (
  <div className={`${styles.layer} ${styles.water}`}>
    <div className={`${styles.layer} ${styles.shafts}`} />
    <i className={styles.fish} />
    <i className={styles.fish} data-small="" />
    <div className={`${styles.layer} ${styles.bed}`} />
  </div>
)
const REEDS = (
  <>
    <i className={styles.reeds} />
    <i className={styles.reeds} data-right="" />
  </>
)
const FLOWERS = (
  <>
    <i className={styles.lotus} />
    <i className={styles.pad} />
  </>
)

/** The koi pond behind a game. It is decoration: figures, words and controls are HTML in front of it. */
export function Pond({ className = '', sky, children, hasPlants = true }: PondProps) {
  return (
    <div className={`${styles.pond} ${className}`} aria-hidden>
      <div className={`${styles.layer} ${styles.sky}`}>
        {SKY}
        {sky}
        {LAND}
      </div>
      {WATER}
      {hasPlants ? REEDS : null}
      <i className={styles.surface} />
      {hasPlants ? FLOWERS : null}
      {children}
    </div>
  )
}
