import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Bell, Inbox, Mail, type LucideIcon } from 'lucide-react'
import {
  PROMOTION_TOPICS,
  setConsent,
  type Consent,
  type Notifications,
  type PromotionTopic,
} from '#contract/notifications.ts'
import { api } from '#session/api.ts'
import { Chip } from '#ui/Chip.tsx'
import { Text } from '#ui/Text.tsx'
import { useSettingsChange } from './use-settings-change.ts'

const TOPICS: Record<
  PromotionTopic,
  { readonly name: MessageDescriptor; readonly about: MessageDescriptor }
> = {
  rewards: { name: msg`Rewards`, about: msg`Rakeback and gifts that you can claim` },
  races: { name: msg`Races`, about: msg`Start and end of weekly races` },
  games: { name: msg`New games`, about: msg`Games that are new, and free rounds in them` },
  offers: { name: msg`Offers`, about: msg`Promotions and codes` },
}

const CHANNELS: readonly (readonly [keyof Consent, MessageDescriptor, LucideIcon])[] = [
  ['inbox', msg`Inbox`, Inbox],
  ['push', msg`Notification`, Bell],
  ['mail', msg`E-mail`, Mail],
]

export function PromotionChoices({ settings }: { settings: Notifications }) {
  const { i18n } = useLingui()
  const change = useSettingsChange(({ topic, consent }: { topic: PromotionTopic; consent: Consent }) =>
    api.call(setConsent, { params: { topic }, body: consent }),
  )
  return (
    <div className="grid grid-cols-1 gap-4.5">
      {PROMOTION_TOPICS.map((topic) => {
        const consent = change.input?.topic === topic ? change.input.consent : settings.promotions[topic]
        const { name, about } = TOPICS[topic]
        return (
          <div key={topic} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="grid">
              <Text weight={650}>{i18n._(name)}</Text>
              <Text size={3} tone="muted">
                {i18n._(about)}
              </Text>
            </div>
            <div role="group" aria-label={i18n._(name)} className="flex flex-wrap gap-2">
              {CHANNELS.filter(([channel]) => channel !== 'mail' || settings.hasMailbox).map(
                ([channel, label, Icon]) => (
                  <Chip
                    key={channel}
                    selected={consent[channel]}
                    icon={<Icon aria-hidden size={15} />}
                    onClick={() => change.run({ topic, consent: toggled(consent, channel) })}
                  >
                    {i18n._(label)}
                  </Chip>
                ),
              )}
            </div>
          </div>
        )
      })}
      <Text size={3} tone="muted">
        <Trans>A notification leads to its message, so it comes with the inbox.</Trans>
      </Text>
    </div>
  )
}

function toggled(consent: Consent, channel: keyof Consent): Consent {
  const next = { ...consent, [channel]: !consent[channel] }
  if (channel === 'push') return { ...next, inbox: next.inbox || next.push }
  return channel === 'inbox' ? { ...next, push: next.push && next.inbox } : next
}
