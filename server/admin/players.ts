import * as v from 'valibot'
import { findPlayers } from '#contract/operator/players.ts'
import { readsOf } from '#server/db/open-reads.ts'
import { listPlayers } from '#server/operator-views/find-players.ts'
import { readPlayer } from '#server/operator-views/player-detail.ts'
import { readAs, type Verbs } from './operator-call.ts'
import { requirePlayer } from './player-words.ts'

/** Anybody who may run commands on the server's machine may read the database. */
const OWNER = { role: 'owner' } as const

export const PLAYERS: Verbs = {
  find: {
    isChange: false,
    async ask({ db, now, words }) {
      const search = readAs(v.unwrap(findPlayers.query.entries.search), words[0])
      const services = { reads: readsOf(db), clock: () => now }
      return (await listPlayers(services, OWNER, { search })).players
    },
  },
  show: {
    isChange: false,
    async ask({ db, now, words }) {
      const player = await readPlayer({ db, clock: () => now }, OWNER, await requirePlayer(db, words[0]))
      return [player]
    },
  },
}
