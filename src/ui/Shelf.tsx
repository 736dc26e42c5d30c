import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Children, useRef, type ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import rowStyles from './scroll-row.module.css'
import styles from './Shelf.module.css'
import { useScrollEdges } from './use-scroll-edges.ts'

interface ShelfProps {
  /** Accessible name; usually the text of the heading above. */
  label: string
  /** Tiles. Each becomes a list item. */
  children: ReactNode
  /** More tiles are loading. */
  busy?: boolean
  /** From 1024 px all tiles are in a grid of six columns instead of one scrolling row. */
  grid?: boolean
}

/** Tiles in a row that scrolls sideways and snaps. With a mouse, arrow buttons replace the swipe. */
export function Shelf({ label, children, busy = false, grid = false }: ShelfProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLUListElement>(null)
  const more = useScrollEdges(ref)
  const scroll = (direction: 1 | -1) => {
    const row = ref.current
    row?.scrollBy({ left: direction * row.clientWidth * 0.8, behavior: 'smooth' })
  }
  return (
    <div className={styles.shelf} data-grid={grid || undefined}>
      <ul
        ref={ref}
        aria-label={label}
        aria-busy={busy}
        data-more={more}
        className={`${rowStyles.row} ${styles.row}`}
      >
        {Children.map(children, (child) => child && <li>{child}</li>)}
      </ul>
      <span className={styles.arrow} data-side="start" hidden={more === 'none' || more === 'end'}>
        <IconButton label={t`Scroll back`} onClick={() => scroll(-1)}>
          <ChevronLeft aria-hidden size={20} />
        </IconButton>
      </span>
      <span className={styles.arrow} data-side="end" hidden={more === 'none' || more === 'start'}>
        <IconButton label={t`Scroll on`} onClick={() => scroll(1)}>
          <ChevronRight aria-hidden size={20} />
        </IconButton>
      </span>
    </div>
  )
}
