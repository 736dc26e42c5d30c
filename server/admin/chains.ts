import { findArrival as contract } from '#contract/operator/chains.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { openViews } from '#server/chain-check/open-views.ts'
import type { Config } from '#server/config/config.ts'
import { createChainList } from '#server/operator-views/chains.ts'
import { findArrival } from '#server/operator-views/find-arrival.ts'
import { listUnattributed } from '#server/operator-views/unattributed.ts'
import { readAs, type Verbs } from './operator-call.ts'

type Settings = Pick<Config, 'tron' | 'evm' | 'chains' | 'treasuries'>

/** The server knows the holdings of the house: it compares them every hour. */
export const chainVerbs = (config: Settings): Verbs => ({
  list: {
    isChange: false,
    ask: ({ db, now }) => createChainList({ db, clock: () => now, views: openViews(config), config })(),
  },
})

/** They are decided with `npm run deposits`. */
export const arrivalVerbs = (config: Settings): Verbs => ({
  list: { isChange: false, ask: ({ db }) => listUnattributed(db) },
  find: {
    isChange: false,
    async ask({ db, words }) {
      if (words[0] === undefined) throw new StartupError('Name a transaction or an address.')
      const search = readAs(contract.query.entries.search, words[0])
      return findArrival({ db, views: openViews(config), config }, search)
    },
  },
})
