import { Trans, useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { hiloCardOf, hiloWorth, type HiloCardName, type HiloMove } from '#rules/hilo/hilo.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { cardWords, MOVE_NAMES } from './card-words.ts'
import styles from './hilo.module.css'
import { MoveSign } from './MoveSign.tsx'
import { PlayingCard } from './PlayingCard.tsx'

interface HiloTrailProps {
  cards: readonly HiloCardName[]
  /** The move at each card except the last. */
  moves: readonly HiloMove[]
  /** True if the last guess was wrong. */
  isLost: boolean
}

/**
 * Each card has the move that led to it and the worth of the round at that moment. The latest card is
 * scrolled into view.
 */
export function HiloTrail({ cards, moves, isLost }: HiloTrailProps) {
  const { t, i18n } = useLingui()
  const { multiplier } = usePlayFormat()
  const row = useRef<HTMLDivElement>(null)
  const count = cards.length
  useLayoutEffect(() => {
    if (row.current) row.current.scrollLeft = count > 1 ? row.current.scrollWidth : 0
  }, [count])
  const worths = useMemo(() => {
    const values = cards.map(hiloCardOf)
    return moves.map((_, place) => hiloWorth(values, moves.slice(0, place + 1)))
  }, [cards, moves])

  return (
    <div
      ref={row}
      className={styles.trail}
      role="group"
      aria-label={t`Cards of the round`}
      tabIndex={count > 1 ? 0 : undefined}
      data-no-swipe
    >
      <ol className={styles.cards} data-testid="hilo-trail">
        {cards.map((card, place) => {
          const move = moves[place - 1]
          const isWrong = isLost && place === moves.length
          return (
            <li key={place} className={styles.passed} data-wrong={isWrong || undefined}>
              {move ? (
                <span className={styles.sign} data-move={move} data-wrong={isWrong || undefined}>
                  <MoveSign move={move} size={13} />
                  <span className="sr-only">{i18n._(MOVE_NAMES[move])}</span>
                </span>
              ) : null}
              <PlayingCard card={card} isSmall />
              <span className="sr-only">{cardWords(card, (message) => i18n._(message))}</span>
              <span className={`num ${styles.worth}`}>
                {move === undefined ? (
                  <Trans context="the first card">Start</Trans>
                ) : (
                  multiplier(isWrong ? 0 : (worths[place - 1] ?? 0))
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
