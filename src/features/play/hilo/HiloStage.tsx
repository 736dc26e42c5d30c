import { Trans, useLingui } from '@lingui/react/macro'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStore } from '#lib/use-store.ts'
import { cardWords } from './card-words.ts'
import { useHiloPlay } from './hilo-play.ts'
import styles from './hilo.module.css'
import { HiloTrail } from './HiloTrail.tsx'
import { CardBack, PlayingCard } from './PlayingCard.tsx'

export function HiloStage() {
  const play = useHiloPlay()
  const { t, i18n } = useLingui()
  const round = useStore(play.round)
  const { shown } = useStore(play.stage)
  const { startCard } = useStore(play.params)
  const { multiplier } = usePlayFormat()
  const ended = round ? undefined : shown
  const { cards, moves } = round ?? ended ?? { cards: startCard ? [startCard] : [], moves: [] }
  const card = cards.at(-1)
  const before = cards.at(-2)
  const isWon = ended !== undefined && ended.payout > ended.stake
  const isLost = ended?.payout === 0n
  const guesses = moves.filter((move) => move !== 'skip').length - (isLost ? 1 : 0)
  const worth = round?.multiplier === undefined ? undefined : multiplier(round.multiplier)
  const name = card && cardWords(card, (message) => i18n._(message))
  return (
    <div className={styles.hilo} data-won={isWon || undefined}>
      <div className={styles.head} data-ended={ended ? true : undefined}>
        {ended ? (
          <div className={styles.ended}>
            <span className="num" data-won={isWon || undefined} data-testid="hilo-paid" translate="no">
              {multiplier(ended.multiplier)}
            </span>
            <ResultLine bet={ended} />
          </div>
        ) : (
          <p className={styles.figure}>
            {round === undefined ? (
              startCard === undefined ? (
                <Trans>The first card is drawn</Trans>
              ) : (
                <Trans>You start with this card</Trans>
              )
            ) : worth === undefined ? (
              <Trans>Guess the next card</Trans>
            ) : (
              <Trans>
                Worth{' '}
                <b className="num" translate="no">
                  {worth}
                </b>
              </Trans>
            )}
          </p>
        )}
        <p className={styles.figure} data-testid="hilo-right">
          <span>
            <Trans>
              Right guesses{' '}
              <b className={`num ${styles.right}`} translate="no">
                {guesses}
              </b>
            </Trans>
          </span>
        </p>
      </div>
      <div className={styles.table}>
        <div className={styles.deck}>
          <CardBack />
          {before ? (
            <div className={styles.under}>
              <PlayingCard card={before} />
            </div>
          ) : null}
          <i className={styles.glow} />
          <div
            key={`${round?.id ?? ended?.id} ${cards.length}`}
            className={styles.open}
            data-turned={moves.length > 0 || round ? true : undefined}
            data-face={card ? '' : undefined}
            data-lost={isLost || undefined}
            data-won={isWon || undefined}
            role="img"
            aria-label={name === undefined ? t`No card is open yet` : t`Open card: ${name}`}
            data-testid="hilo-card"
            data-win-place={isWon ? '' : undefined}
          >
            {card ? <PlayingCard card={card} /> : null}
            <CardBack />
          </div>
        </div>
      </div>
      <HiloTrail cards={cards} moves={moves} isLost={isLost} />
    </div>
  )
}
