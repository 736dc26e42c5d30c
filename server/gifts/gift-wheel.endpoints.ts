import { getGiftWheel, turnGiftWheel } from '#contract/gift-wheel.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { PlayEngine } from '#server/play/play-engine.ts'
import { readWheel, turnOf, type WheelTerms } from './gift-wheel.ts'

interface GiftWheelServices {
  readonly db: Database
  readonly clock: Clock
  readonly play: Pick<PlayEngine, 'free'>
  readonly rewards: WheelTerms
}

export function giftWheelEndpoints({ db, clock, play, rewards }: GiftWheelServices): Served[] {
  return [
    served(getGiftWheel, {
      handle: (_, { session: { uid } }) => readWheel(db, uid, rewards, clock()),
    }),

    served(turnGiftWheel, {
      handle: ({ body: { idempotencyKey: key } }, { session: { uid } }) =>
        play.free(uid, { ...turnOf(uid, rewards), key }),
    }),
  ]
}
