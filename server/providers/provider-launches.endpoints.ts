import { launchProviderDemo, launchProviderGame, listProviderRounds } from '#contract/provider-games.ts'
import { createFairTurns } from '#server/base/fair-turns.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { launchDemo, launchGame } from './launch-game.ts'
import { readProviderRounds } from './rounds.queries.ts'

/** A provider that hangs must not hold the turns of all other calls. */
const TURNS = { atOnce: 64, perKey: () => 2, waiting: 500, waitMs: 2_000 }

export function providerLaunchEndpoints(services: AccountServices): Served[] {
  const { providers } = services.config
  const turns = createFairTurns(TURNS)
  return [
    served(launchProviderGame, {
      turns,
      handle: (request, caller) => launchGame(services, request, caller, caller.session.uid),
    }),
    served(launchProviderDemo, {
      turns,
      handle: (request, caller) => launchDemo(services, request, caller),
    }),
    served(listProviderRounds, {
      handle: ({ query }, { session: { uid } }) => readProviderRounds(services.db, providers, uid, query),
    }),
  ]
}
