import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { Invitation } from '#session/Invitation.tsx'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Heading } from '#ui/Heading.tsx'
import { NoOffers } from '#ui/NoOffers.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { DevicePush } from './DevicePush.tsx'
import { notificationsQuery } from './notifications.queries.ts'
import { PromotionChoices } from './PromotionChoices.tsx'
import { QuietHoursSetting } from './QuietHoursSetting.tsx'

/** Where and when the player is told of what. Each choice takes effect at once. */
export function NotificationSettings() {
  const query = useQuery(notificationsQuery)
  return (
    <AnswerGate query={query}>
      {(settings) => (
        <div className="grid grid-cols-1 gap-7">
          <section aria-labelledby="device" className="grid grid-cols-1 gap-2.5">
            <Heading level={2} id="device">
              <Trans>On this device</Trans>
            </Heading>
            <Text size={3} tone="muted">
              <Trans>
                Koi tells you when money arrives or leaves, and when somebody logs in, also while it is
                closed.
              </Trans>
            </Text>
            <DevicePush settings={settings} />
            <Note icon={<EyeOff aria-hidden size={16} />}>
              <Trans>No amounts are shown: others may see your screen.</Trans>
            </Note>
          </section>
          <QuietHoursSetting hours={settings.quietHours} />
          <section aria-labelledby="promotions" className="grid grid-cols-1 gap-2.5">
            <Heading level={2} id="promotions">
              <Trans>News and offers</Trans>
            </Heading>
            <Invitation instead={<NoOffers />}>
              <Text size={3} tone="muted">
                <Trans>You get none of these unless you choose it here, and none at all in a break.</Trans>
              </Text>
              <PromotionChoices settings={settings} />
            </Invitation>
          </section>
        </div>
      )}
    </AnswerGate>
  )
}
