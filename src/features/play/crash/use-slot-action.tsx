import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import type { ActionProps } from '#features/play/controls/ActionButton.tsx'
import { useOrderWords } from '#features/play/controls/use-order-words.tsx'
import type { CrashPlay, CrashSlot } from './crash-play.ts'
import { CrashPayout } from './CrashPayout.tsx'

/** The one thing to do next with one of the bets. When there is nothing to bet it says why. */
export function useSlotAction(play: CrashPlay, slot: CrashSlot): ActionProps {
  const { t } = useLingui()
  const { coin, stake, problem, refill, stop } = useOrderWords(slot, play.engine)
  const state = useStore(slot.state)
  const target = useStore(slot.params)
  const isOffline = useStore(play.table.link) === 'offline'
  const isAutoPlaying = useIsAutoPlaying('crash')

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
    const { words, ...look } = stop
    return plain(words, { ...look, onClick: play.auto.stopAutoPlay })
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
  if (refill !== undefined) {
    return plain(refill, { 'data-action': 'refill', onClick: () => void play.refill() })
  }
  if (problem !== undefined) return plain(problem, { 'aria-disabled': true })
  const at = target === undefined ? undefined : (target / 100).toFixed(2)
  const words =
    state === 'next'
      ? t`Bet ${stake} next round`
      : at === undefined
        ? t`Bet ${stake}`
        : t`Bet ${stake} to ${at}×`
  return plain(words, { 'aria-disabled': isOffline })
}
