import styles from './Skeleton.module.css'

export function TileSkeleton() {
  return <span aria-hidden className={`${styles.skeleton} aspect-3/4 w-full rounded-3`} />
}
