import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { ActionButton } from '#features/play/controls/ActionButton.tsx'
import { useTouchPress } from '#features/play/controls/use-touch-press.ts'
import styles from './crash.module.css'
import type { CrashTable } from '#features/play/crash-table.ts'
import type { CrashSlot } from './crash-slot.ts'
import { useSlotAction } from './use-slot-action.tsx'

interface CrashActionProps {
  table: CrashTable
  slot: CrashSlot
}

export function CrashAction({ table, slot }: CrashActionProps) {
  const { t } = useLingui()
  const { number } = slot
  const action = useSlotAction(table, slot)
  const state = useStore(slot.state)
  const placed = useStore(slot.placed)
  const isEdited = useIsEdited(slot)
  const canHalve = state === 'riding' && placed?.cashOuts.length === 0
  return (
    <div className={styles.action} role="group" aria-label={t`Bet ${number}`}>
      <ActionButton {...action} />
      {canHalve ? (
        <SideButton words={t`½ out`} label={t`Cash out half`} onPress={() => slot.cashOut(50)} />
      ) : null}
      {isEdited ? (
        <SideButton
          words={t`Change`}
          label={t`Change the bet to this amount and target`}
          onPress={slot.change}
        />
      ) : null}
    </div>
  )
}

function SideButton({ words, label, onPress }: { words: string; label: string; onPress: () => void }) {
  const touch = useTouchPress(onPress)
  return (
    <Button variant="secondary" className={styles.side} aria-label={label} onClick={onPress} {...touch}>
      {words}
    </Button>
  )
}

function useIsEdited(slot: CrashSlot): boolean {
  return useSyncExternalStore((listener) => {
    const stops = [slot.stakeText, slot.params, slot.state, slot.placed].map((store) =>
      store.subscribe(listener),
    )
    return () => stops.forEach((stop) => stop())
  }, slot.isEdited)
}
