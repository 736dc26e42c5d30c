import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import type { ActionProps } from './ActionButton.tsx'
import type { Play } from '#features/play/controller/play-controller.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { BET_WORDS_ID } from '#features/play/stake/stake-play.ts'
import { useOrderWords } from './use-order-words.tsx'

/** The one thing to do next: bet, stop auto-play, or refill. When there is nothing to bet it says why. */
export function useBetAction(play: Play): ActionProps {
  const { t } = useLingui()
  const { coin, stake, entry, problem, refill, stop } = useOrderWords(play, play.engine)
  const isAutoPlaying = useIsAutoPlaying(play.game)
  const isReady = useStore(play.engine.status).status === 'ready'

  if (isAutoPlaying) {
    const { words, ...look } = stop
    return { ...look, onClick: play.stopAutoPlay, children: <span id={BET_WORDS_ID}>{words}</span> }
  }
  if (refill !== undefined) {
    return {
      'data-action': 'refill',
      onClick: () => void play.refill(),
      children: (
        <span id={BET_WORDS_ID} className="num">
          {refill}
        </span>
      ),
    }
  }
  const words = coin ? (problem ?? t`Bet ${stake}`) : t`Getting ready…`
  return {
    'data-action': 'bet',
    'aria-disabled': !isReady || entry.status === 'invalid',
    onClick: play.bet,
    'data-testid': 'bet-button',
    children: (
      <span key={words} id={BET_WORDS_ID} className="num">
        {words}
      </span>
    ),
  }
}
