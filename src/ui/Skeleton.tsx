import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

export type SkeletonShape = 'line' | 'box' | 'circle'

interface SkeletonProps {
  shape?: SkeletonShape
  /** Pixels, or any CSS length. A line is as high as text of its size. */
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string
}

const SHAPE: Record<SkeletonShape, string> = { line: 'rounded-1', box: 'rounded-3', circle: 'rounded-full' }

/** A placeholder in the final size of the content. Mark the container `aria-busy`; the skeleton is silent. */
export function Skeleton({ shape = 'line', width = '100%', height = '1em', className = '' }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={`${styles.skeleton} ${SHAPE[shape]} ${className}`}
      style={{ width, height }}
    />
  )
}
