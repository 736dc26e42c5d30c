import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useTellQuickKeys } from './use-tell-quick-keys.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'

export interface QuickKey {
  /** As in `KeyboardEvent.key`, in lower case: ` `, `a`, `?`, `arrowup`. */
  readonly key: string
  /** For the list of keys. */
  readonly label: string
  /** The page handles the key now, for example to scroll. */
  readonly isIdle?: boolean
  readonly run: () => void
}

const WRITES =
  'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'
/** The browser presses these with the space bar. */
const PRESSES = 'button, a, summary, input, [role="button"], [role="switch"], [role="tab"]'

/** Runs keys while the player allows it, nothing is written and no dialog is open. */
export function useQuickKeys(keys: readonly QuickKey[]): void {
  const { choices } = useSnapshot(playPreferences)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const isOn = choices.quickKeys
  useTellQuickKeys(!isOn && !choices.keysTold)
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest(WRITES) || (event.key === ' ' && target.closest(PRESSES))) return
      const pressed = event.key.toLowerCase()
      const found = latest.current.find(({ key, isIdle }) => key === pressed && !isIdle)
      if (!found) return
      event.preventDefault()
      found.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
