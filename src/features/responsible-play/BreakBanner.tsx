import { Trans } from '@lingui/react/macro'
import { CirclePause } from 'lucide-react'
import type { Break } from '#contract/responsible-play.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Callout } from '#ui/Callout.tsx'

/** Says when the break ends. */
export function BreakBanner({ running }: { running: Break | null }) {
  const { moment } = useFormat()
  if (!running) return null
  const until = moment(new Date(running.until))
  return (
    <Callout
      icon={<CirclePause aria-hidden size={28} />}
      title={
        running.kind === 'time-out' ? (
          <Trans>Your time-out runs until {until}</Trans>
        ) : (
          <Trans>Your self-exclusion runs until {until}</Trans>
        )
      }
    >
      <Trans>
        Until then you cannot play or deposit, and you get no news. You can still log in and withdraw.
      </Trans>
    </Callout>
  )
}
