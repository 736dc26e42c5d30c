import styles from './Beacon.module.css'

/** A light that says whether news arrives by itself; decoration beside the words that say so. */
export function Beacon({ isLive }: { isLive: boolean }) {
  return <span aria-hidden className={styles.beacon} data-live={isLive || undefined} />
}
