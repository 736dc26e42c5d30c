import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { toast } from '#ui/toast.ts'
import { SealMark } from '#ui/play/SealMark.tsx'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { SettledBet } from '#features/play/play-engine.ts'

const ALARM_MS = 10_000

/** A wrong receipt raises a toast, too. */
export function ReceiptMark({ bet, children }: { bet: SettledBet; children: ReactNode }) {
  const { t } = useLingui()
  const { receipts } = usePlayGiven()
  const verdict = useSyncExternalStore(
    useCallback((onChange) => receipts?.verdicts.subscribe(onChange) ?? (() => undefined), [receipts]),
    () => receipts?.verdicts.get().get(bet.id),
  )
  useEffect(() => receipts?.check(bet), [receipts, bet])
  const isFailed = verdict?.status === 'failed'
  const alarm = t`The receipt of a bet is wrong. Open the marked result to see why.`
  useEffect(() => {
    if (isFailed) toast({ message: alarm, durationMs: ALARM_MS })
  }, [isFailed, alarm])

  const seal = verdict?.status === 'missing' ? undefined : verdict?.status
  const label =
    seal === 'sealed'
      ? t`, receipt in order, seed still sealed`
      : seal === 'verified'
        ? t`, verified`
        : seal === 'failed'
          ? t`, receipt wrong`
          : ''
  return (
    <SealMark seal={seal} label={label}>
      {children}
    </SealMark>
  )
}
