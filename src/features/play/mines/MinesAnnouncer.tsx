import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useStore } from '#lib/use-store.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { useMinesPlay } from './mines-controller.ts'
import { betNumber } from '#features/play/bet-number.ts'

/** Announces each gem once. The end of a round is announced as in all games. */
export function MinesAnnouncer() {
  const play = useMinesPlay()
  const { t } = useLingui()
  // The paint comes first, the announcement after it.
  const round = useAfterPaint(useStore(play.round))
  const isAutoPlaying = useIsAutoPlaying('mines')
  const { coins } = usePlayFormat()
  const words = () => {
    if (!round || isAutoPlaying) return ''
    const number = betNumber(round.seeds.nonce)
    if (round.payout === undefined) return t`Bet ${number} placed. Open a tile.`
    const gems = round.opened.length
    const payout = coins(round.payout, round)
    const found = t`${plural(gems, { one: '# gem', other: '# gems' })}`
    return t`Gem. ${found}, cash out pays ${payout}.`
  }
  return (
    <VisuallyHidden as="p" role="status" data-testid="mines-announcement">
      {words()}
    </VisuallyHidden>
  )
}
