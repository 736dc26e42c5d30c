import styles from './Skeleton.module.css'

/** A tile that is not there yet. */
export function TileSkeleton() {
  return <span aria-hidden className={`${styles.skeleton} aspect-3/4 w-full rounded-3`} />
}
