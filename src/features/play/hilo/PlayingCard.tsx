import { memo } from 'react'
import type { HiloCardName, HiloSuit } from '#rules/hilo/hilo.ts'
import { rankOf, suitOf } from './hilo-moves.ts'
import styles from './hilo.module.css'

const PATHS: Record<HiloSuit, string> = {
  D: 'M12 1.5 20.5 12 12 22.5 3.5 12z',
  H: 'M12 21.5C4.4 15.6 2 11.6 2 7.8 2 4.7 4.3 2.5 7 2.5c2 0 3.9 1.1 5 3 1.1-1.9 3-3 5-3 2.7 0 5 2.2 5 5.3 0 3.8-2.4 7.8-10 13.7z',
  S: 'M12 1.8C7.2 6.6 2.4 9.8 2.4 14c0 2.6 2 4.4 4.3 4.4 1.6 0 3-.8 4-2.1-.2 2.3-1 4.2-2.5 5.7h7.6c-1.5-1.5-2.3-3.4-2.5-5.7 1 1.3 2.4 2.1 4 2.1 2.3 0 4.3-1.8 4.3-4.4 0-4.2-4.8-7.4-9.6-12.2z',
  C: 'M12 1.8a4.7 4.7 0 0 0-3.8 7.5 4.7 4.7 0 1 0 2.6 7.2c-.2 2.2-1 4-2.5 5.5h7.4c-1.5-1.5-2.3-3.3-2.5-5.5a4.7 4.7 0 1 0 2.6-7.2A4.7 4.7 0 0 0 12 1.8z',
}

function SuitMark({ suit }: { suit: HiloSuit }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden>
      <path d={PATHS[suit]} />
    </svg>
  )
}

/** Decorative: its container names the card. The small form shows only rank and suit. */
export const PlayingCard = memo(function PlayingCard({
  card,
  isSmall = false,
}: {
  card: HiloCardName
  isSmall?: boolean
}) {
  const suit = suitOf(card)
  const corner = (
    <span className={styles.corner}>
      <b>{rankOf(card)}</b>
      <SuitMark suit={suit} />
    </span>
  )
  return (
    <span
      className={styles.face}
      data-small={isSmall || undefined}
      data-red={suit === 'D' || suit === 'H' || undefined}
      aria-hidden
    >
      {corner}
      {isSmall ? null : (
        <>
          <span className={styles.pip}>
            <SuitMark suit={suit} />
          </span>
          {corner}
        </>
      )}
    </span>
  )
})

/** The same back as on the game's cover. */
export function CardBack() {
  return (
    <span className={styles.back} aria-hidden>
      <svg viewBox="0 0 24 24">
        <path d="M12 3.5 18.5 10.5h-13zM12 20.5 5.5 13.5h13z" />
      </svg>
    </span>
  )
}
