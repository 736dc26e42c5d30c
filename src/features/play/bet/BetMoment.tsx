import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/Badge.tsx'
import { Text } from '#ui/Text.tsx'
import type { PastBet } from '#features/play/play-engine.ts'

export function BetMoment({ bet }: { bet: PastBet }) {
  const { moment } = useFormat()
  const time = new Date(bet.time)
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Text size={3} tone="muted">
        <time dateTime={time.toISOString()}>{moment(time)}</time>
      </Text>
      {bet.isDemo ? (
        <Badge tone="gold">
          <Trans>Demo</Trans>
        </Badge>
      ) : null}
    </div>
  )
}
