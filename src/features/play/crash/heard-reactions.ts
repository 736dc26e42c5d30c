import type { ReactionEvent } from '#contract/reactions.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { followLive } from '#session/live.ts'

const heard = createStore<ReactionEvent>({})
/** The event that was told last. */
export const heardReactions: ReadableStore<ReactionEvent> = heard

/**
 * Follows the reactions of all players.
 * @returns ends it
 */
export const followReactions = () =>
  followLive({ topic: 'reactions', onEvent: heard.set, onGap: () => undefined })
