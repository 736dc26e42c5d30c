import type { QueryClient } from '@tanstack/react-query'
import { addPushSubscription, removePushSubscription } from '#contract/notifications.ts'
import { i18n } from '@lingui/core'
import { DEFAULT_LOCALE, isLocale } from '#contract/localized.ts'
import { api } from '#session/api.ts'
import { currentUser } from '#session/user.state.ts'
import { notificationsQuery } from './notifications.queries.ts'
import { forgetChoice, keepChoice, readChoice, subscribe, unsubscribe } from './push-device.ts'

/**
 * Call it right after a tap: browsers ask the player only then.
 * @returns false when the player or the browser says no
 */
export async function turnOn(queryClient: QueryClient): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { uid } = currentUser.get()
  await tellServer(queryClient, uid)
  return true
}

export async function turnOff(queryClient: QueryClient): Promise<void> {
  const settings = await api.call(removePushSubscription)
  forgetChoice()
  queryClient.setQueryData(notificationsQuery.queryKey, settings)
  await unsubscribe()
}

/**
 * Keeps the choice of this device valid: for a new session, another language, a key of the server that has changed, or
 * a subscription that the browser has dropped. What another player of this browser has chosen ends.
 */
export async function keepUpPush(queryClient: QueryClient): Promise<void> {
  const { uid } = currentUser.get()
  const choice = readChoice()
  if (uid === 0 || choice === null) return
  if (choice.uid !== uid) {
    forgetChoice()
    await unsubscribe()
    return
  }
  if (Notification.permission === 'granted') await tellServer(queryClient, uid)
}

async function tellServer(queryClient: QueryClient, uid: number): Promise<void> {
  const { pushKey, isOn } = await queryClient.fetchQuery({ ...notificationsQuery, staleTime: 0 })
  const subscription = await subscribe(pushKey)
  const locale = isLocale(i18n.locale) ? i18n.locale : DEFAULT_LOCALE
  const told = `${locale},${subscription.endpoint}`
  const choice = readChoice()
  if (isOn && choice?.uid === uid && choice.told === told) return
  const settings = await api.call(addPushSubscription, { body: { ...subscription, locale } })
  keepChoice({ uid, told })
  queryClient.setQueryData(notificationsQuery.queryKey, settings)
}
