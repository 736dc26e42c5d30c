import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import { endOperatorSession } from '#contract/operator/session.ts'
import { useNow } from '#lib/use-now.ts'
import { useStore } from '#lib/use-store.ts'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useRoleName } from '#operator/parts/use-role-name.ts'
import { api } from '#operator/session/api.ts'
import { endSession, session } from '#operator/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'

/** Time to finish what one has begun. */
const WARNED_BEFORE_MS = 15 * 60_000

/** Who is logged in, for how long, and the way out. */
export function SessionPart() {
  const { t } = useLingui()
  const roleName = useRoleName()
  const { hour, utc } = useConsoleFormat()
  const { entered } = useStore(session)
  const end = entered ? new Date(entered.expiresAt) : new Date(0)
  const isSoon = useNow(end.getTime() - WARNED_BEFORE_MS) >= end.getTime() - WARNED_BEFORE_MS
  if (!entered) return null
  const { name, role } = entered.operator
  const leave = () => {
    // The tab forgets it even if the server cannot be told; it then ends by itself.
    void api.call(endOperatorSession, { keepalive: true }).catch(() => undefined)
    endSession('left')
  }
  return (
    <section aria-label={t`Session`} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text as="span" size={3} weight={700} className="wrap-anywhere" translate="no">
          {name}
        </Text>
        <Badge>{roleName(role)}</Badge>
      </div>
      <Text size={2} tone={isSoon ? 'gold' : 'subtle'} title={utc(end)} role={isSoon ? 'status' : undefined}>
        {isSoon ? (
          <Trans>Your session ends at {ph({ hour: hour(end) })}. Log in again before then.</Trans>
        ) : (
          <Trans>Logged in until {ph({ hour: hour(end) })}</Trans>
        )}
      </Text>
      <Button size="sm" variant="secondary" block icon={<LogOut aria-hidden size={16} />} onClick={leave}>
        <Trans>Log out</Trans>
      </Button>
    </section>
  )
}
