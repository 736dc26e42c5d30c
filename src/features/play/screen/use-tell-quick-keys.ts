import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { toast } from '#ui/toast.ts'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'

const TOLD_FOR_MS = 8_000

/** Tells a player who reaches the Bet button by keyboard about quick keys, once on this device. */
export function useTellQuickKeys(isDue: boolean): void {
  const { t } = useLingui()
  const tell = useEffectEvent(() => {
    changePlayPreferences({ keysTold: true })
    const message = t`Single keys can bet and change the amount. Turn on “Quick keys” in Options.`
    toast({ message, tone: 'info', durationMs: TOLD_FOR_MS })
  })
  useEffect(() => {
    if (!isDue) return
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches('#bet :focus-visible')) tell()
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [isDue])
}
