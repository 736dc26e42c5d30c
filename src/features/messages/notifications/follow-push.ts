import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { currentUser } from '#session/user.state.ts'
import { keepUpPush } from './push.actions.ts'

const OpenScreenSchema = v.object({
  type: v.literal('OPEN_SCREEN'),
  path: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
})

let isFollowing = false

/** Opens the screen of a notification that the player has tapped, and keeps up the subscription of this device. */
export function followPush(queryClient: QueryClient, open: (path: string) => void): void {
  if (isFollowing) return
  isFollowing = true
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const message = v.safeParse(OpenScreenSchema, data)
    if (!message.success) return
    ports[0]?.postMessage('opened')
    open(message.output.path)
  })
  // Offline, or a push service that does not answer: the next start tries again.
  const keepUp = () => void keepUpPush(queryClient).catch(() => undefined)
  let { uid } = currentUser.get()
  currentUser.subscribe(() => {
    if (currentUser.get().uid === uid) return
    uid = currentUser.get().uid
    keepUp()
  })
  keepUp()
}
