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

/** The koi pond behind a game. It is decoration: figures, words and controls are HTML in front of it. */
export function Pond({ className = '', sky, children, hasPlants = true }: PondProps) {
  return (
    <div className={`${styles.pond} ${className}`} aria-hidden>
      <div className={`${styles.layer} ${styles.sky}`}>
        <div className={`${styles.layer} ${styles.stars}`} />
        {sky}
        <div className={`${styles.layer} ${styles.hills}`} />
        <div className={`${styles.layer} ${styles.mist}`} />
        <div className={`${styles.layer} ${styles.hills}`} data-near="" />
      </div>
      <div className={`${styles.layer} ${styles.water}`}>
        <div className={`${styles.layer} ${styles.shafts}`} />
        <i className={styles.fish} />
        <i className={styles.fish} data-small="" />
        <div className={`${styles.layer} ${styles.bed}`} />
      </div>
      {hasPlants ? (
        <>
          <i className={styles.reeds} />
          <i className={styles.reeds} data-right="" />
        </>
      ) : null}
      <i className={styles.surface} />
      {hasPlants ? (
        <>
          <i className={styles.lotus} />
          <i className={styles.pad} />
        </>
      ) : null}
      {children}
    </div>
  )
}
