import { Trans, useLingui } from '@lingui/react/macro'
import { MonitorSmartphone } from 'lucide-react'
import type { Session } from '#contract/account.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ListRow } from '#ui/ListRow.tsx'

interface SessionRowProps {
  session: Session
  isEnding: boolean
  onEnd: () => void
}

/** One device that is logged in. */
export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t } = useLingui()
  const { moment, date } = useFormat()
  const { isCurrent, address, createdAt, lastUsedAt } = session
  const device = session.device || t`Unknown device`
  const used = moment(new Date(lastUsedAt))
  const since = date(new Date(createdAt))
  const facts = [isCurrent ? t`In use now` : t`Last used ${used}`, t`since ${since}`, address]
  return (
    <li data-testid="session">
      <ListRow
        className="flex-wrap"
        icon={<MonitorSmartphone aria-hidden size={21} />}
        iconTone={isCurrent ? 'jade' : 'neutral'}
        title={device}
        subtitle={<span className="wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>}
        trailing={
          isCurrent ? (
            <Badge tone="jade">
              <Trans>This device</Trans>
            </Badge>
          ) : (
            <Button
              variant="secondary"
              size="sm"
              loading={isEnding}
              aria-label={t`Log out ${device}`}
              onClick={onEnd}
            >
              <Trans>Log out</Trans>
            </Button>
          )
        }
      />
    </li>
  )
}
