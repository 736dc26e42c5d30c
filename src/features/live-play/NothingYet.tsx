import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Text } from '#ui/Text.tsx'

/** An honest placeholder: no invented bets. */
export function NothingYet({ children }: { children?: ReactNode }) {
  return (
    <Text size={3} tone="muted" className="px-3 py-6 text-center">
      {children ?? <Trans>No bets yet</Trans>}
    </Text>
  )
}
