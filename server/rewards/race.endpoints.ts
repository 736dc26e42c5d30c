import * as contract from '#contract/race.ts'
import { weekOf } from '#rules/rewards/race.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { dayOf } from '#fair/seal.ts'
import { readRaceState, setRaceEntry, toOwnRace, toRace, type RaceState } from './race.queries.ts'

const STANDINGS_KEPT_MS = 30_000
/** A hidden name disappears after this time. */
const NAMES_KEPT_MS = 1_000

interface RaceServices {
  readonly db: Database
  readonly limits: RateLimits
  readonly clock: Clock
  readonly config: Pick<Config, 'rewards'>
}

export function raceEndpoints({ db, limits, clock, config: { rewards } }: RaceServices): Served[] {
  const states = createAnswerCache<RaceState>(clock, STANDINGS_KEPT_MS)
  // By the week, so that who joins the new race is not answered about the old one.
  const readState = () => states.get(dayOf(weekOf(clock())), () => readRaceState(db, rewards, clock()))
  return [
    served(contract.getRace, {
      keepMs: NAMES_KEPT_MS,
      handle: async () => toRace(db, rewards, await readState(), clock()),
    }),
    served(contract.getOwnRace, {
      handle: async (_, { session: { uid } }) => toOwnRace(db, rewards, await readState(), uid),
    }),
    served(contract.joinRace, {
      async handle({ body: { isJoined } }, { session: { uid } }) {
        await limits.take('reward', String(uid))
        if (isJoined) await assertMayPlay(db, uid, clock())
        await setRaceEntry(db, { player: uid, isJoined, now: clock() })
        return toOwnRace(db, rewards, await readState(), uid)
      },
    }),
  ]
}
