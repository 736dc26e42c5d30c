import type { ComponentProps, MouseEvent } from 'react'
import { resultClass } from '#ui/play/result-class.ts'
import styles from '#features/play/play.module.css'

interface ResultChipProps extends Pick<ComponentProps<'a'>, 'href' | 'translate' | 'children'> {
  isWon: boolean
  onOpen: () => void
}

/** A plain link, not a router link, because every bet renders one. */
export function ResultChip({ isWon, onOpen, children, ...link }: ResultChipProps) {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <li className={styles.chipItem}>
      <a {...link} className={resultClass.chip} data-won={isWon || undefined} onClick={onClick}>
        {children}
      </a>
    </li>
  )
}
