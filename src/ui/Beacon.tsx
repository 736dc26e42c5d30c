import styles from './Beacon.module.css'

/** A light for live updates. Hidden from assistive technology: text beside it says the same. */
export function Beacon({ isLive }: { isLive: boolean }) {
  return <span aria-hidden className={styles.beacon} data-live={isLive || undefined} />
}
