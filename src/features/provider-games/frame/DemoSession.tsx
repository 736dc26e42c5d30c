import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '#ui/Badge.tsx'
import { Text } from '#ui/Text.tsx'

/** Stands where a game with a balance shows the session's result: the provider counts the demonstration. */
export function DemoSession({ clock }: { clock: ReactNode }) {
  const { t } = useLingui()
  return (
    <Text as="div" size={2} tone="muted" weight={600} num className="flex flex-wrap items-center gap-1.5">
      <Badge>
        <Trans>Demo</Trans>
      </Badge>
      <span className="sr-only">{t`Time of the session`}</span> {clock}
    </Text>
  )
}
