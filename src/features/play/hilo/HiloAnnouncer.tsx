import { useLingui } from '@lingui/react/macro'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStore } from '#lib/use-store.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { cardWords } from './card-words.ts'
import { useHiloPlay } from './hilo-play.ts'
import { betNumber } from '#features/play/bet-number.ts'

/** Announces each card once. The end of a round is announced as in all games. */
export function HiloAnnouncer() {
  const play = useHiloPlay()
  const { t, i18n } = useLingui()
  // The paint comes first, the announcement after it.
  const round = useAfterPaint(useStore(play.round))
  const { coins } = usePlayFormat()
  const words = () => {
    const card = round?.cards.at(-1)
    if (!round || !card) return ''
    const number = betNumber(round.seeds.nonce)
    const place = round.cards.length
    const name = cardWords(card, (message) => i18n._(message))
    const move = round.moves.at(-1)
    if (move === undefined) return t`Bet ${number} placed. Card ${place}: ${name}.`
    if (move === 'skip' || round.payout === undefined) return t`Skipped. Card ${place}: ${name}.`
    const payout = coins(round.payout, round)
    return t`Right. Card ${place}: ${name}. Cash out pays ${payout}.`
  }
  return (
    <VisuallyHidden as="p" role="status" data-testid="hilo-announcement">
      {words()}
    </VisuallyHidden>
  )
}
