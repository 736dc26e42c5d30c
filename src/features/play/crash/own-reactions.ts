import {
  REACTION_EVERY_MS,
  REACTIONS_AT_ONCE,
  sendReaction,
  type Reaction,
  type ReactionEvent,
} from '#contract/reactions.ts'
import { api } from '#session/api.ts'

/** A reaction that has not come back by then will not. */
const TOLD_WITHIN_MS = 3_000

/** Own reactions, which are shown at once, and come back with those of all players. */
interface OwnReactions {
  /** False for one more than the server takes. */
  send(picture: Reaction): boolean
  /** The event without own reactions. */
  ofOthers(event: ReactionEvent): ReactionEvent
}

export function createOwnReactions(now = () => performance.now()): OwnReactions {
  let freeAt = 0
  let sent: readonly { readonly picture: Reaction; readonly at: number }[] = []
  return {
    send(picture) {
      const at = now()
      const free = Math.max(at, freeAt) + REACTION_EVERY_MS
      if (free - at > REACTIONS_AT_ONCE * REACTION_EVERY_MS) return false
      freeAt = free
      sent = [...sent, { picture, at }]
      // A refusal changes nothing that the player could mend.
      api.call(sendReaction, { body: { picture } }).catch(() => undefined)
      return true
    },
    ofOthers(event) {
      const left = { ...event }
      sent = sent.filter(({ picture, at }) => {
        if (now() - at > TOLD_WITHIN_MS) return false
        const count = left[picture] ?? 0
        if (count === 0) return true
        left[picture] = count - 1
        return false
      })
      return left
    },
  }
}
