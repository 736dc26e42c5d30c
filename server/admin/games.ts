import { SlugSchema } from '#contract/games.ts'
import type { Config } from '#server/config/config.ts'
import { readsOf } from '#server/db/open-reads.ts'
import { listOperatedGames } from '#server/operator-views/games.ts'
import { setPaused } from '#server/operator-views/pause-game.ts'
import { readAs, type Change, type Verbs } from './operator-call.ts'

const turn = (isPaused: boolean): Change => ({
  isChange: true,
  async act({ db, words }) {
    const game = readAs(SlugSchema, words[0])
    await setPaused(db, game, isPaused)
    const what = { game, isPaused }
    return { what, rows: [what] }
  },
})

export const gameVerbs = (config: Pick<Config, 'play'>): Verbs => ({
  list: {
    isChange: false,
    async ask({ db }) {
      const games = await listOperatedGames({ db, reads: readsOf(db), config })
      return games.map(({ name, limits, ...game }) => ({ ...game, name: name['en-US'], ...limits }))
    },
  },
  pause: turn(true),
  resume: turn(false),
})
