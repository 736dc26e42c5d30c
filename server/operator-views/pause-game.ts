import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { GameStatus } from '#contract/games.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { PLAY_TERMS_KEPT_MS } from '#server/play/play-terms.ts'

/**
 * A game that goes on has the status of its release. Open rounds can be ended meanwhile.
 * @throws Refusal `not_found`
 */
export async function setPaused(trx: Database, slug: string, isPaused: boolean): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('game')
    .set({
      status: isPaused
        ? 'paused'
        : sql<GameStatus>`case when status <> 'paused' then status when shipped_status = 'paused' then 'playable' else shipped_status end`,
    })
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found', 'There is no such game')
}

/** Call it after the commit: from then on all processes have read the switch, so no bet is taken by the earlier one. */
export const untilPaused = (): Promise<void> => sleep(PLAY_TERMS_KEPT_MS)
