import {
  REACTION_EVERY_MS,
  REACTIONS_AT_ONCE,
  type Reaction,
  type ReactionEvent,
} from '#contract/reactions.ts'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'

const EVERY_MS = 250

interface ReactionOptions {
  readonly db: Database
  readonly clock: Clock
  readonly feed: Pick<Feed, 'publish'>
}

export interface CrashReactions {
  /** @throws Refusal `rate_limited`, and `break_active` during a break */
  send(uid: number, picture: Reaction): Promise<void>
  stop(): void
}

/** Tells counts and not who sent what, so that many players cost as much as few. */
export function createCrashReactions({ db, clock, feed }: ReactionOptions): CrashReactions {
  /** By player, when all reactions are allowed again. Lost at a restart, and counted in each process alone. */
  const freeAt = new Map<number, number>()
  let counts: ReactionEvent = {}
  let timer: NodeJS.Timeout | undefined

  function take(uid: number): void {
    const now = clock()
    const free = Math.max(now, freeAt.get(uid) ?? 0) + REACTION_EVERY_MS
    const waitMs = free - now - REACTIONS_AT_ONCE * REACTION_EVERY_MS
    if (waitMs > 0) {
      throw new Refusal('rate_limited', 'Too many reactions', { retryAfterS: Math.ceil(waitMs / 1_000) })
    }
    freeAt.set(uid, free)
  }

  function tell(): void {
    timer = undefined
    feed.publish('reactions', counts)
    counts = {}
    const now = clock()
    for (const [player, at] of freeAt) if (at <= now) freeAt.delete(player)
  }

  return {
    async send(uid, picture) {
      take(uid)
      await assertMayPlay(db, uid, clock())
      counts = { ...counts, [picture]: (counts[picture] ?? 0) + 1 }
      timer ??= setTimeout(tell, EVERY_MS).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
