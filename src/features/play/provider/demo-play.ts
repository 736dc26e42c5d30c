import { createLocalEngine } from '#features/play/demo-engine/local-engine.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import { PLAYABLE_GAMES } from './playable-games.ts'

const engine = createLocalEngine({ name: 'koi-play' })
let crash: Promise<CrashTable> | undefined

/** Play with demo coins. Import it where a game is opened, never in the entry. */
export const DEMO_PLAY = {
  engine,
  games: PLAYABLE_GAMES,
  watchCrash: () => import('./balance-engines.ts').then((module) => module.watchCrash()),
  crashTable: () =>
    (crash ??= import('#features/play/demo-engine/local-crash.ts').then(({ createLocalCrash }) =>
      createLocalCrash({
        vault: engine.vault,
        autoPlays: engine.autoPlays,
        onSettled: engine.tellSettled,
      }),
    )),
}
