import * as v from 'valibot'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { Database } from '#server/db/tables.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { tellDebts } from './debt-alarm.ts'
import { closeRound, lockCounts } from './provider-records.ts'

const EVERY_MS = 5 * 60_000
const TELL_EVERY_MS = 60 * 60_000
const FIRST_MS = 11_000
/** Some providers never say that a round is over. */
const OVER_AFTER_MS = 24 * 60 * 60_000

interface LapseServices {
  readonly db: Database
  readonly logger: Logger
}

/** Counts rounds as over that were opened a day ago. A win that comes later is paid all the same. */
export async function lapseProviderRounds(db: Database, now: number): Promise<number> {
  let lapsed = 0
  for (const bucket of ALL_BUCKETS) {
    const due = await db
      .selectFrom('provider_round')
      .select(['account_id', 'provider', 'round'])
      .where('bucket', '=', bucket)
      .where('closed_at', 'is', null)
      .where('opened_at', '<', new Date(now - OVER_AFTER_MS))
      .execute()
    for (const { account_id: player, provider, round } of due) {
      await db.transaction().execute(async (trx) => {
        await lockCounts(trx, player)
        await closeRound({ trx, player, call: { provider, round }, now })
      })
      lapsed += 1
    }
  }
  return lapsed
}

/** Repeats it, in one of all processes. @returns stops it once work under way is done */
export function watchProviderRounds({ db, clock, logger }: LapseServices & { readonly clock: CheckedClock }) {
  return shareJob({
    db,
    clock,
    logger,
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'provider-rounds',
    /** When debts were told. */
    schema: v.nullable(v.number()),
    async work(toldAt) {
      await lapseProviderRounds(db, clock())
      if (toldAt !== null && clock() - toldAt < TELL_EVERY_MS) return { result: toldAt }
      await tellDebts(db, logger)
      return { result: clock() }
    },
    failure: 'rounds of providers cannot be ended',
  })
}
