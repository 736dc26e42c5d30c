import { BetCalls, PLAY_KINDS } from './bet-calls.ts'
import { checkBets } from './bet-check.ts'
import { BetPlayers } from './bet-players.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

/** Bets on all games, rounds, auto-plays and changes of seeds. */
export function betScenario(world: World, seed: number): Scenario {
  const load = new BetCalls(world)
  const players = new BetPlayers(load, seed)
  return {
    load,
    kinds: PLAY_KINDS,
    victims: ['API', 'database', 'database backend'],
    logIn: (count) => players.logIn(count),
    start: (everyMs) => players.start(everyMs),
    end: () => players.end(),
    async settle() {
      await players.reveal()
      const { rows } = await world.db.query<{ what: string }>(
        `select 'round ' || id || ' of player ' || account_id || ' is open' as what from round`,
      )
      return rows.map(({ what }) => what)
    },
    check: () => checkBets(world.db, load, players),
  }
}
