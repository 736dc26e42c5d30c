import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX } from 'lucide-react'
import type { LoginEvent } from '#contract/account.ts'
import { useFormat } from '#i18n/use-format.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { Text } from '#ui/Text.tsx'

const METHODS: Record<LoginEvent['method'], MessageDescriptor> = {
  password: msg`Password`,
  passkey: msg`Passkey`,
  wallet: msg`Wallet`,
  register: msg`Registration`,
}
const OUTCOMES: Record<LoginEvent['outcome'], MessageDescriptor> = {
  ok: msg`Logged in`,
  wrong_password: msg`Wrong password`,
  wrong_code: msg`Wrong code`,
  refused: msg`Refused`,
}

/** Newest first. */
export function LoginHistory({ events }: { events: readonly LoginEvent[] }) {
  const { t, i18n } = useLingui()
  const { moment } = useFormat()
  if (events.length === 0) {
    return (
      <Text tone="muted">
        <Trans>None yet.</Trans>
      </Text>
    )
  }
  return (
    <ul className="grid gap-1">
      {events.map((event, index) => {
        const isOk = event.outcome === 'ok'
        const device = event.device || t`Unknown device`
        return (
          <li key={`${event.at} ${index}`}>
            <ListRow
              variant="plain"
              icon={isOk ? <CircleCheck aria-hidden size={19} /> : <CircleX aria-hidden size={19} />}
              iconTone={isOk ? 'jade' : 'gold'}
              title={`${i18n._(OUTCOMES[event.outcome])} · ${i18n._(METHODS[event.method])}`}
              subtitle={
                <span className="wrap-anywhere">
                  {[moment(new Date(event.at)), device, event.address].filter(Boolean).join(' · ')}
                </span>
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
