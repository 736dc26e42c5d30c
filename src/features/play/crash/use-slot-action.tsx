import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import type { ActionProps } from '#features/play/controls/ActionButton.tsx'
import { useBetAction } from '#features/play/controls/use-bet-action.tsx'
import type { CrashTable } from '#features/play/crash-table.ts'
import type { CrashSlot } from './crash-slot.ts'
import type { CrashSlotState } from './crash-slot-state.ts'
import { CrashPayout } from './CrashPayout.tsx'

/** The next thing to do with a bet: what its round allows once it is in, and before that what every game offers. */
export function useSlotAction(table: CrashTable, slot: CrashSlot): ActionProps {
  const { t } = useLingui()
  const state = useStore(slot.state)
  const target = useStore(slot.params)
  const bet = useBetAction(slot, {
    words(stake) {
      if (state === 'next') return t`Bet ${stake} next round`
      if (target === undefined) return t`Bet ${stake}`
      const at = (target / 100).toFixed(2)
      return t`Bet ${stake} to ${at}×`
    },
    wordsId: `crash-words-${slot.number}`,
    isClosed: useStore(table.link) === 'offline',
  })
  const placed = usePlacedAction(table, slot, state)
  const isStop = bet['data-action'] === 'stop'
  return { ...((!isStop && placed) || bet), 'data-testid': `crash-action-${slot.number}` }
}

/** Undefined while the slot has no bet. */
function usePlacedAction(table: CrashTable, slot: CrashSlot, state: CrashSlotState): ActionProps | undefined {
  const { t } = useLingui()
  const action = (words: string, props?: Partial<ActionProps>): ActionProps => ({
    'data-action': 'bet',
    onClick: slot.bet,
    children: (
      <span key={words} className="num">
        {words}
      </span>
    ),
    ...props,
  })
  const waiting = { 'aria-disabled': true } as const
  const cashing = { 'data-action': 'cash-out', 'aria-disabled': true } as const
  switch (state) {
    case 'riding':
      return action('', {
        'data-action': 'cash-out',
        children: (
          <>
            <span>{t`Cash out`}</span> <CrashPayout table={table} slot={slot} />
          </>
        ),
      })
    case 'cashing':
      return action(t`Cashing out…`, cashing)
    case 'asking':
      return action(t`Asking the server…`, cashing)
    case 'locked':
      return action(t`You are in`, waiting)
    case 'placing':
      return action(t`Placing your bet…`, waiting)
    case 'cancelling':
      return action(t`Taking it back…`, waiting)
    case 'placed':
      return action(t`Take the bet back`, { variant: 'secondary' })
    case 'queued':
      return action(t`Next round: in · tap to cancel`, { variant: 'secondary' })
    case 'bet':
    case 'next':
      return undefined
  }
}
