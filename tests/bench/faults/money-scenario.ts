import { setTimeout as sleep } from 'node:timers/promises'
import { checkWorld } from './check.ts'
import { Load } from './load.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

const SETTLED_WITHIN_MS = 270_000

/** Deposits, withdrawals and cancellations. */
export function moneyScenario(world: World, seed: number): Scenario {
  const load = new Load(world, seed)
  return {
    load,
    kinds: ['deposit', 'withdrawal', 'cancellation'],
    victims: ['API', 'watcher', 'signer', 'database', 'database backend', 'pooler'],
    logIn: (players) => load.logIn(players),
    start: (everyMs) => load.start(everyMs),
    end: () => load.end(),
    settle: () => settle(world.db, load),
    check: () => checkWorld(world.db, load),
  }
}

/** Cancels withdrawals in review. @returns operations that are still open after a long wait, in words */
async function settle(db: World['db'], load: Load): Promise<string[]> {
  const deadline = performance.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { rows } = await db.query<{ what: string }>(
      `select 'withdrawal ' || id || ' is ' || status as what from withdrawal where settled_at is null
       union all
       select 'deposit ' || id || ' is ' || status from deposit where status in ('confirming', 'confirmed')
       union all
       select 'transfer ' || tx_id || ' was not seen' from practice_transfer transfer
       join deposit_address address on address.address = transfer.recipient
       where not exists (select from deposit where deposit.tx_id = transfer.tx_id)`,
    )
    if (rows.length === 0 || performance.now() > deadline) return rows.map(({ what }) => what)
    const inReview = await db.query<{ id: string }>(`select id from withdrawal where status = 'review'`)
    await load.giveUp(inReview.rows.map(({ id }) => id))
    await sleep(250)
  }
}
