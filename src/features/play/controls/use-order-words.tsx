import { useLingui } from '@lingui/react/macro'
import { Square } from 'lucide-react'
import { useNumberWords } from '#i18n/use-number-words.ts'
import { useStore } from '#lib/use-store.ts'
import type { Coin, PlayEngine } from '#features/play/play-engine.ts'
import type { StakeFieldPlay } from '#features/play/stake/stake-play.ts'
import type { StakeEntry, StakeProblem } from '#features/play/stake/stake-entry.ts'
import { useIsBalanceEmpty } from '#features/play/stake/use-is-balance-empty.ts'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { ActionProps } from './ActionButton.tsx'

interface Order extends StakeFieldPlay {
  maxStake(): bigint
}

export interface OrderWords {
  readonly coin: Coin | undefined
  readonly entry: StakeEntry
  /** The stake with its coin; undefined while there is no coin. */
  readonly stake: string | undefined
  /** Why the field's amount cannot be bet. */
  readonly problem: string | undefined
  /** Of the button that ends auto-play. */
  readonly stop: Pick<ActionProps, 'variant' | 'icon' | 'data-action'> & { readonly words: string }
  /** Of the button that refills demo coins; undefined where there is something to bet. */
  readonly refill: string | undefined
}

/** What the button of a bet says, whatever the game. */
export function useOrderWords(order: Order, { demo }: Pick<PlayEngine, 'demo'>): OrderWords {
  const { t } = useLingui()
  const numberWords = useNumberWords(useStore(order.stakeText))
  const coin = useCoin()
  const { coins } = usePlayFormat()
  const entry = useStakeEntry(order)
  const limits = useStore(order.limits)
  const isEmpty = useIsBalanceEmpty(order)

  const problemWords = (problem: StakeProblem, of: Coin) => {
    const least = coins(limits?.minStake ?? 0n, of)
    const most = coins(order.maxStake(), of)
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
  const full = coin && isEmpty && demo ? coins(demo.refillTo, coin) : undefined
  return {
    coin,
    entry,
    stake: coin && coins(entry.stake ?? 0n, coin),
    problem:
      coin && entry.status === 'invalid' ? (numberWords ?? problemWords(entry.problem, coin)) : undefined,
    stop: {
      words: t`Stop auto-play`,
      variant: 'danger',
      icon: <Square aria-hidden size={16} />,
      'data-action': 'stop',
    },
    refill: full === undefined ? undefined : t`Refill to ${full}`,
  }
}
