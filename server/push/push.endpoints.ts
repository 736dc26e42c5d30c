import * as contract from '#contract/notifications.ts'
import { siteOrigin } from '#server/accounts/site-origin.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { readNotifications, setConsentOf, setQuietHoursOf } from './notifications.ts'
import { addSubscription, deleteSubscriptionsOf, renewSubscription } from './push-subscriptions.ts'
import { readVapid } from './vapid.ts'

export function pushEndpoints(services: AccountServices): Served[] {
  const { db, secrets, limits, clock, config } = services
  return [
    served(contract.getNotifications, {
      handle: (_, { session }) => readNotifications(db, secrets, session),
    }),

    served(contract.setQuietHours, {
      async handle({ body: { hours } }, { session }) {
        await setQuietHoursOf(db, session.uid, hours)
        return readNotifications(db, secrets, session)
      },
    }),

    served(contract.setConsent, {
      async handle({ params: { topic }, body: consent }, { session }) {
        await setConsentOf(db, session.uid, { topic, consent, now: clock() })
        return readNotifications(db, secrets, session)
      },
    }),

    served(contract.addPushSubscription, {
      async handle({ body: { locale, ...sent } }, caller) {
        const { session } = caller
        await limits.take('push-subscription', String(session.uid))
        const { publicKey: serverKey } = await readVapid(db, secrets)
        const origin = siteOrigin(services, caller)
        await addSubscription(db, {
          session,
          sent,
          services: config.pushServices,
          serverKey,
          origin,
          locale,
          now: clock(),
        })
        return readNotifications(db, secrets, session)
      },
    }),

    served(contract.removePushSubscription, {
      async handle(_, { session }) {
        await deleteSubscriptionsOf(db, session.uid).where('session_id', '=', session.id).execute()
        return readNotifications(db, secrets, session)
      },
    }),

    served(contract.renewPushSubscription, {
      async handle({ body: { old, subscription } }, { address }) {
        await limits.take('push-renewal', address)
        await renewSubscription(db, { old, sent: subscription, services: config.pushServices })
        return {}
      },
    }),
  ]
}
