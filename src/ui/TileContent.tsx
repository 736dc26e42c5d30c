import { useState, type CSSProperties, type ReactNode } from 'react'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import styles from './Tile.module.css'

export type FetchCover = 'first' | 'soon' | 'later'

interface TileContentProps {
  /** URL of the 3:4 cover. */
  cover: string
  /** Light and dark tone of the game, shown until the cover loads or if it fails. */
  colors: readonly [string, string]
  title: string
  caption?: ReactNode
  badge?: ReactNode
  /** `TileLive`. */
  live?: ReactNode
  /** The game cannot be opened now: greys out the cover, keeps the text legible. */
  dimmed?: boolean
  /** `first` belongs to the first paint, `soon` is visible after it, `later` loads when it comes near. */
  fetchCover?: FetchCover
}

/** For a `Link` or button with `tileClass`. */
export function TileContent({
  cover,
  colors,
  title,
  caption,
  badge,
  live,
  dimmed,
  fetchCover = 'later',
}: TileContentProps) {
  const [failedCover, setFailedCover] = useState<string>()
  const tones = { '--from': colors[0], '--to': colors[1] } as CSSProperties
  return (
    <>
      <span className={styles.art} style={tones} data-dimmed={dimmed || undefined}>
        {failedCover === cover ? null : (
          <AfterFirstPaint isNeeded={fetchCover === 'first'}>
            <img
              src={cover}
              alt=""
              width={300}
              height={400}
              decoding="async"
              loading={fetchCover === 'later' ? 'lazy' : 'eager'}
              fetchPriority={fetchCover === 'later' ? 'auto' : 'high'}
              className={styles.image}
              onError={() => setFailedCover(cover)}
            />
          </AfterFirstPaint>
        )}
        <span className={styles.shade} />
      </span>
      {badge ? <span className={styles.badge}>{badge}</span> : null}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {caption ? <span className={styles.caption}>{caption}</span> : null}
      </span>
      {live}
    </>
  )
}
