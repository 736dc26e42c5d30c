import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { PasskeyUnused } from '#session/passkeys.ts'
import { isOutcomeUnknown } from '#session/send-once.ts'
import { toast } from '#ui/toast.ts'
import { useWithdrawSheet } from '#features/withdraw/use-withdraw-sheet.ts'

/** Long enough to be read by a player who is busy on another page. */
const NOTICE_MS = 8_000

/** Tells the outcome of a withdrawal to a player who has left the page, without bringing them back. */
export function useAwayNotice() {
  const { t, i18n } = useLingui()
  const { isHere } = useWithdrawSheet()
  /** Returns true if the player is elsewhere and was told. */
  const tellRequested = useCallback(
    (sum: string): boolean => {
      if (isHere()) return false
      const message = t`Withdrawal of ${sum} requested. Follow it in your money history.`
      toast({ message, tone: 'success', durationMs: NOTICE_MS })
      return true
    },
    [isHere, t],
  )
  const tellFailure = useCallback(
    (sum: string, error: unknown): void => {
      if (isHere() || error instanceof PasskeyUnused) return
      const why = i18n._(errorMessageOf(error))
      const message = isOutcomeUnknown(error)
        ? t`Koi did not answer. Your withdrawal may have been accepted.`
        : t`Not withdrawn: ${sum}. ${why}`
      toast({ message, durationMs: NOTICE_MS })
    },
    [isHere, t, i18n],
  )
  return { tellRequested, tellFailure }
}
