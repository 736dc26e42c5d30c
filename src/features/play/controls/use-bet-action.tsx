import { useLingui } from '@lingui/react/macro'
import { Square } from 'lucide-react'
import { useNumberWords } from '#i18n/use-number-words.ts'
import { useStore } from '#lib/use-store.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import type { BetPlay } from '#features/play/controller/frame-play.ts'
import type { Coin } from '#features/play/play-engine.ts'
import type { StakeProblem } from '#features/play/stake/stake-entry.ts'
import { BET_WORDS_ID } from '#features/play/stake/stake-play.ts'
import { useIsBalanceEmpty } from '#features/play/stake/use-is-balance-empty.ts'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { ActionProps } from './ActionButton.tsx'

interface OwnBetAction {
  /** Replace "Bet 10". */
  readonly words?: ((stake: string) => string) | undefined
  /** Id of the words; `BET_WORDS_ID` by default, which a screen with two Bet buttons cannot give to both. */
  readonly wordsId?: string
  /** No bet is taken now, whatever the amount. */
  readonly isClosed?: boolean
}

/** The next thing to do: bet, stop auto-play, or refill. The button says why when there is nothing to bet. */
export function useBetAction(play: BetPlay, own: OwnBetAction = {}): ActionProps {
  const { words, wordsId = BET_WORDS_ID, isClosed = false } = own
  const { t } = useLingui()
  const { coins } = usePlayFormat()
  const coin = useCoin()
  const entry = useStakeEntry(play)
  const problem = useStakeProblem(play)
  const isEmpty = useIsBalanceEmpty(play)
  const isAutoPlaying = useIsAutoPlaying(play.game) && play.hasAutoPlay
  const isReady = useStore(play.engine.status).status === 'ready'
  const { demo } = play.engine

  const said = (text: string) => (
    <span key={text} id={wordsId} className="num">
      {text}
    </span>
  )
  if (isAutoPlaying) {
    return {
      variant: 'danger',
      icon: <Square aria-hidden size={16} />,
      'data-action': 'stop',
      onClick: play.stopAutoPlay,
      children: said(t`Stop auto-play`),
    }
  }
  if (coin && isEmpty && demo) {
    const full = coins(demo.refillTo, coin)
    return {
      'data-action': 'refill',
      onClick: () => void play.refill(),
      children: said(t`Refill to ${full}`),
    }
  }
  const stake = coin && coins(entry.stake ?? 0n, coin)
  const betWords = stake === undefined ? t`Getting ready…` : (words?.(stake) ?? t`Bet ${stake}`)
  return {
    'data-action': 'bet',
    'aria-disabled': !isReady || entry.status === 'invalid' || isClosed,
    onClick: play.bet,
    'data-testid': 'bet-button',
    children: said(problem ?? betWords),
  }
}

function useStakeProblem(play: BetPlay): string | undefined {
  const { t } = useLingui()
  const numberWords = useNumberWords(useStore(play.stakeText))
  const { coins } = usePlayFormat()
  const coin = useCoin()
  const entry = useStakeEntry(play)
  const limits = useStore(play.limits)
  if (!coin || entry.status === 'valid') return undefined
  const words = (problem: StakeProblem, of: Coin) => {
    const least = coins(limits?.minStake ?? 0n, of)
    const most = coins(play.maxStake(), of)
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
  return numberWords ?? words(entry.problem, coin)
}
