import { setTimeout as sleep } from 'node:timers/promises'
import { checkCrash } from './crash-check.ts'
import type { CrashKiller } from './crash-kills.ts'
import { watchTransitions } from './crash-log.ts'
import { CRASH_KINDS, CrashPlayers } from './crash-players.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

const ENDS_WITHIN_MS = 60_000

/** Rounds of Crash. @param killer kills their leaders */
export function crashScenario(world: World, seed: number, killer: CrashKiller): Scenario {
  const players = new CrashPlayers(world, seed)
  return {
    load: players,
    kinds: CRASH_KINDS,
    victims: [],
    async logIn(count) {
      await watchTransitions(world.db)
      await players.logIn(count)
    },
    start: (everyMs) => players.start(everyMs),
    end: () => players.end(),
    async settle() {
      const deadline = performance.now() + ENDS_WITHIN_MS
      for (;;) {
        const { rows } = await world.db.query<{ what: string }>(
          `select 'bet ' || id || ' of round ' || crash_round || ' is in' as what from round`,
        )
        if (rows.length === 0 || performance.now() > deadline) return rows.map(({ what }) => what)
        await sleep(200)
      }
    },
    check: () => checkCrash(world.db, players, killer),
  }
}
