import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/base/clock.ts'
import { headOf } from '#server/chains/practice-chain.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import type { Database } from '#server/db/tables.ts'
import type { Beacon } from './beacon.ts'

const { chain } = TRON_NETWORKS.practice

interface PracticeBeaconOptions {
  readonly db: Database
  readonly clock: Clock
}

/**
 * The practice chain as a beacon: the value is the hash of its first block after the moment. Its blocks come from the
 * clock and have no content, so a hash is drawn once its block has come, and kept.
 */
export function practiceBeacon({ db, clock }: PracticeBeaconOptions): Beacon {
  async function hashOf(block: number): Promise<string> {
    const drawn = await db
      .insertInto('crash_practice_block')
      .values({ block: String(block), hash: randomBytes(32).toString('hex') })
      .onConflict((conflict) => conflict.doNothing())
      .returning('hash')
      .executeTakeFirst()
    if (drawn) return drawn.hash
    // Another process was first.
    const { hash } = await db
      .selectFrom('crash_practice_block')
      .select('hash')
      .where('block', '=', String(block))
      .executeTakeFirstOrThrow()
    return hash
  }

  return {
    rule: 'practice-chain',
    async first(after, until, signal) {
      const base = await db
        .selectFrom('practice_chain')
        .selectAll()
        .where('chain', '=', chain)
        .executeTakeFirst()
      if (!base) return null
      const head = headOf(base, after)
      const dueAt = head.at + base.block_ms
      if (dueAt > until) return null
      const waitMs = dueAt - clock()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return null
      return { round: head.block + 1, value: await hashOf(head.block + 1), signature: null }
    },
  }
}
