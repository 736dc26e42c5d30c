import { useLingui } from '@lingui/react/macro'
import { Square } from 'lucide-react'
import { useNumberWords } from '#i18n/use-number-words.ts'
import { useStore } from '#lib/use-store.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import type { ActionProps } from '#features/play/controls/ActionButton.tsx'
import type { Coin } from '#features/play/play-engine.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useIsBalanceEmpty } from '#features/play/stake/use-is-balance-empty.ts'
import type { StakeProblem } from '#features/play/stake/stake-entry.ts'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'
import type { CrashPlay, CrashSlot } from './crash-play.ts'
import { CrashPayout } from './CrashPayout.tsx'

/** The one thing to do next with one of the bets. When there is nothing to bet it says why. */
export function useSlotAction(play: CrashPlay, slot: CrashSlot): ActionProps {
  const { t } = useLingui()
  const numberWords = useNumberWords(useStore(slot.stakeText))
  const coin = useCoin()
  const { coins } = usePlayFormat()
  const state = useStore(slot.state)
  const target = useStore(slot.params)
  const entry = useStakeEntry(slot)
  const limits = useStore(slot.limits)
  const isEmpty = useIsBalanceEmpty(slot)
  const isOffline = useStore(play.table.link) === 'offline'
  const { demo } = play.engine
  const isAutoPlaying = useIsAutoPlaying('crash')

  const problemWords = (problem: StakeProblem, of: Coin) => {
    const least = coins(limits?.minStake ?? 0n, of)
    const most = coins(slot.maxStake(), of)
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
  const plain = (words: string, props?: Partial<ActionProps>): ActionProps => ({
    'data-action': 'bet',
    'data-testid': `crash-action-${slot.number}`,
    onClick: slot.act,
    children: (
      <span key={words} className="num">
        {words}
      </span>
    ),
    ...props,
  })

  if (isAutoPlaying && slot.number === 1) {
    return plain(t`Stop auto-play`, {
      variant: 'danger',
      icon: <Square aria-hidden size={16} />,
      'data-action': 'stop',
      onClick: play.auto.stopAutoPlay,
    })
  }
  switch (state) {
    case 'riding':
      return plain('', {
        'data-action': 'cash-out',
        children: (
          <>
            <span>{t`Cash out`}</span> <CrashPayout play={play} slot={slot} />
          </>
        ),
      })
    case 'cashing':
      return plain(t`Cashing out…`, { 'data-action': 'cash-out', 'aria-disabled': true })
    case 'asking':
      return plain(t`Asking the server…`, { 'data-action': 'cash-out', 'aria-disabled': true })
    case 'locked':
      return plain(t`You are in`, { 'aria-disabled': true })
    case 'placing':
      return plain(t`Placing your bet…`, { 'aria-disabled': true })
    case 'cancelling':
      return plain(t`Taking it back…`, { 'aria-disabled': true })
    case 'placed':
      return plain(t`Take the bet back`, { variant: 'secondary' })
    case 'queued':
      return plain(t`Next round: in · tap to cancel`, { variant: 'secondary' })
    case 'bet':
    case 'next':
      break
  }
  if (!coin) return plain(t`Getting ready…`, { 'aria-disabled': true })
  if (isEmpty && demo) {
    const full = coins(demo.refillTo, coin)
    return plain(t`Refill to ${full}`, { 'data-action': 'refill', onClick: () => void play.refill() })
  }
  if (entry.status === 'invalid')
    return plain(numberWords ?? problemWords(entry.problem, coin), { 'aria-disabled': true })
  const stake = coins(entry.stake, coin)
  const at = target === undefined ? undefined : (target / 100).toFixed(2)
  const words =
    state === 'next'
      ? t`Bet ${stake} next round`
      : at === undefined
        ? t`Bet ${stake}`
        : t`Bet ${stake} to ${at}×`
  return plain(words, { 'aria-disabled': isOffline })
}
