import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { CrashWords } from './crash-frame.ts'

/** The same object until the language changes. */
export function useCrashWords(): CrashWords {
  const { t } = useLingui()
  return useMemo(
    () => ({
      betting: t`until betting closes`,
      locked: t`Betting has closed, the salt is being drawn`,
      starting: t`Here it goes`,
      crashed: t({ message: 'Crashed', context: 'the curve' }),
      refunded: t`Round void, all stakes are back`,
      waiting: t`Waiting for the next round`,
      second: t({ message: 's', context: 'seconds' }),
    }),
    [t],
  )
}
