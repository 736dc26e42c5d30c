import * as v from 'valibot'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { Database } from '#server/db/tables.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { LAPSES_AFTER_MS } from './play-answers.ts'
import type { PlayEngine } from './play-engine.ts'

const EVERY_MS = 60_000
const FIRST_MS = 7_000
const BATCH = 200

interface LapseServices {
  readonly db: Database
  readonly play: Pick<PlayEngine, 'lapse'>
  readonly logger: Logger
}

/** @returns how many rounds were settled */
export async function lapseRounds({ db, play, logger }: LapseServices, now: number): Promise<number> {
  const touchedBefore = now - LAPSES_AFTER_MS
  let lapsed = 0
  for (let after = '0'; ;) {
    const due = await db
      .selectFrom('round')
      .select(['id', 'account_id'])
      .where('touched_at', '<', new Date(touchedBefore))
      .where('crash_round', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = due.at(-1)
    if (!last) return lapsed
    await Promise.all(
      due.map(({ id, account_id: uid }) =>
        play.lapse(uid, id, touchedBefore).then(
          () => void (lapsed += 1),
          // The others do not wait for a round that cannot be settled; it is tried again the next time.
          (error: unknown) => logger.error({ err: error, round: id }, 'a round cannot be settled'),
        ),
      ),
    )
    after = last.id
  }
}

/** Repeats it, in one of all processes. @returns stops it once work under way is done */
export function watchRounds({
  clock,
  ...services
}: LapseServices & { readonly clock: CheckedClock }): () => Promise<void> {
  const { db, logger } = services
  return shareJob({
    db,
    clock,
    logger,
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'rounds',
    schema: v.null(),
    async work() {
      const lapsed = await lapseRounds(services, clock())
      if (lapsed > 0) logger.info({ lapsed }, 'rounds were settled that nobody came back to')
      return { result: null }
    },
    failure: 'rounds cannot be settled',
  })
}
