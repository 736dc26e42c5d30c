import { useLingui } from '@lingui/react/macro'
import { Square } from 'lucide-react'
import { useNumberWords } from '#i18n/use-number-words.ts'
import { useStore } from '#lib/use-store.ts'
import type { ActionProps } from './ActionButton.tsx'
import type { Play } from '#features/play/controller/play-controller.ts'
import type { StakeProblem } from '#features/play/stake/stake-entry.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useCoin } from '#features/play/use-coin.ts'
import type { Coin } from '#features/play/play-engine.ts'
import { useIsBalanceEmpty } from '#features/play/stake/use-is-balance-empty.ts'
import { BET_WORDS_ID } from '#features/play/stake/stake-play.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'

/** The one thing to do next: bet, stop auto-play, or refill. When there is nothing to bet it says why. */
export function useBetAction(play: Play): ActionProps {
  const { t } = useLingui()
  const numberWords = useNumberWords(useStore(play.stakeText))
  const coin = useCoin()
  const isEmpty = useIsBalanceEmpty(play)
  const { coins } = usePlayFormat()
  const entry = useStakeEntry(play)
  const isAutoPlaying = useIsAutoPlaying(play.game)
  const isReady = useStore(play.engine.status).status === 'ready'
  const limits = useStore(play.limits)
  const { demo } = play.engine

  const problemWords = (problem: StakeProblem, coin: Coin) => {
    const least = coins(limits?.minStake ?? 0n, coin)
    const most = coins(play.maxStake(), coin)
    switch (problem) {
      case 'empty':
        return t`Enter an amount`
      case 'not_a_number':
        return t`Enter an amount such as 1.50`
      case 'too_small':
        return t`At least ${least}`
      case 'too_large':
        return t`At most ${most} here`
      case 'insufficient_balance':
        return t`More than your balance`
    }
  }

  if (isAutoPlaying) {
    return {
      variant: 'danger',
      icon: <Square aria-hidden size={16} />,
      'data-action': 'stop',
      onClick: play.stopAutoPlay,
      children: <span id={BET_WORDS_ID}>{t`Stop auto-play`}</span>,
    }
  }
  if (coin && isEmpty && demo) {
    const full = coins(demo.refillTo, coin)
    return {
      'data-action': 'refill',
      onClick: () => void play.refill(),
      children: <span id={BET_WORDS_ID} className="num">{t`Refill to ${full}`}</span>,
    }
  }
  const stake = coin && coins(entry.stake ?? 0n, coin)
  const words = !coin
    ? t`Getting ready…`
    : entry.status === 'valid'
      ? t`Bet ${stake}`
      : (numberWords ?? problemWords(entry.problem, coin))
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
