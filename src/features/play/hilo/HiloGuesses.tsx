import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { betButtonHeir, useFocusHeir } from '#features/play/controls/use-focus-heir.ts'
import { useTouchPress } from '#features/play/controls/use-touch-press.ts'
import type { OpenRound } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStore } from '#lib/use-store.ts'
import { canSkipHilo } from '#rules/hilo/hilo-rules.ts'
import { Note } from '#ui/Note.tsx'
import { MOVE_NAMES } from './card-words.ts'
import { hiloOffers, type HiloOffer } from './hilo-moves.ts'
import { useHiloPlay } from './hilo-play.ts'
import styles from './hilo.module.css'
import { MoveSign } from './MoveSign.tsx'

/** Ignores key repeat: a held key would guess again and again. */
const onKeyDown = (event: KeyboardEvent) => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

export function HiloGuesses({ round }: { round: OpenRound<'hilo'> }) {
  const play = useHiloPlay()
  const { t } = useLingui()
  const ref = useFocusHeir<HTMLDivElement>(betButtonHeir)
  const limits = useStore(play.engine.limits(round.coin))
  const { coins } = usePlayFormat()
  const offers = hiloOffers(round, limits?.maxPayout)
  const canSkip = canSkipHilo(round.cards.length)
  const skip = () => void play.skip()
  const skipTouch = useTouchPress(skip)
  const most = limits && coins(limits.maxPayout, round)
  return (
    <div ref={ref} className={styles.moves}>
      <div className={styles.guesses}>
        {offers.map((offer, side) => (
          <GuessButton key={side} offer={offer} round={round} />
        ))}
      </div>
      {offers.some(({ isTooHigh }) => isTooHigh) ? (
        <Note tone="warning" icon={<TriangleAlert aria-hidden size={16} />}>
          <Trans>A guess that could pay more than {most}, the most one bet can win, is not offered.</Trans>
        </Note>
      ) : null}
      <button
        type="button"
        className={`press ${styles.skip}`}
        aria-disabled={!canSkip}
        onClick={skip}
        onKeyDown={onKeyDown}
        {...skipTouch}
      >
        <MoveSign move="skip" size={16} />
        <span>{canSkip ? t`Skip this card` : t`The last card cannot be skipped`}</span>
      </button>
    </div>
  )
}

function GuessButton({ offer, round }: { offer: HiloOffer; round: OpenRound<'hilo'> }) {
  const play = useHiloPlay()
  const { t, i18n } = useLingui()
  const { coins, hundredths, multiplier } = usePlayFormat()
  const { guess, chance, worth, payout, isTooHigh } = offer
  const press = () => void play.guess(guess)
  const touch = useTouchPress(press)
  const percent = hundredths(chance)
  return (
    <button
      type="button"
      className={`press ${styles.guess}`}
      data-guess={guess}
      aria-disabled={isTooHigh}
      onClick={press}
      onKeyDown={onKeyDown}
      {...touch}
    >
      <span className={styles.guessName}>
        <MoveSign move={guess} size={18} />
        <span>{i18n._(MOVE_NAMES[guess])}</span>
      </span>
      <span className={`num ${styles.pays}`}>
        {isTooHigh ? (
          t`Above the limit`
        ) : (
          <>
            <span className="sr-only">{`${t`Pays`} `}</span>
            <span translate="no">{coins(payout, round)}</span>
          </>
        )}
      </span>
      <span className={`num ${styles.odds}`}>
        <span translate="no">{multiplier(worth)}</span>{' '}
        <span>
          <span className="sr-only">{`${t`Chance`} `}</span>
          <span translate="no">{`${percent}%`}</span>
        </span>
      </span>
    </button>
  )
}
