import { getLuckBets } from '#contract/luck.ts'
import * as contract from '#contract/play.ts'
import { getProgress } from '#contract/progress.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Profile } from '#server/config/profile.ts'
import type { PlayConfig } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { createBatchTurns } from '#server/http/call-turns.ts'
import { CATALOGUE_KEEP_MS, served, type Served } from '#server/http/mount-endpoint.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { readRates } from '#server/rates/rates.ts'
import { beginAutoPlay, readAutoPlay, stopAutoPlay } from './auto-plays.ts'
import { listBetsOf, listRoundsOf, readBetOf } from './bets.queries.ts'
import { readLuckBets } from './luck-bets.ts'
import { readProgress } from './play-account.ts'
import type { PlayEngine } from './play-engine.ts'
import { MAX_PLAYS } from './post-plays.ts'
import { listReceiptsOf } from './receipts.queries.ts'
import { changeSeeds, listPastPairs, readSeeds } from './seed-pairs.ts'
import { stakeTermsOf, toBetLimits } from './stake-terms.ts'

interface PlayServices {
  readonly db: Database
  readonly secrets: Secrets
  readonly limits: RateLimits
  readonly clock: Clock
  readonly play: PlayEngine
  readonly rules: Profile['play']
}

export function playEndpoints({ db, secrets, limits, clock, play, rules }: PlayServices): Served[] {
  const turns = createBatchTurns(MAX_PLAYS)
  return [
    served(contract.getSeeds, {
      handle: (_, { session: { uid } }) => readSeeds({ db, secrets }, uid, clock()),
    }),
    served(contract.changeSeeds, {
      async handle({ body }, { session: { uid } }) {
        await limits.take('seeds', String(uid))
        return changeSeeds({ db, secrets }, uid, body, clock())
      },
    }),
    served(contract.listPastSeeds, {
      handle: ({ query: { after } }, { session: { uid } }) => listPastPairs({ db, secrets }, uid, { after }),
    }),

    served(contract.placeBet, { turns, handle: ({ body }, { session: { uid } }) => play.bet(uid, body) }),
    served(contract.listBets, {
      handle: ({ query }, { session: { uid } }) => listBetsOf({ db, secrets }, uid, query),
    }),
    served(contract.listReceipts, {
      handle: ({ query }, { session: { uid } }) => listReceiptsOf(db, uid, query),
    }),
    served(contract.getBetByKey, {
      handle: ({ params: { key } }, { session: { uid } }) => play.byKey(uid, key),
    }),
    served(contract.getBet, {
      handle: ({ params: { id } }, { session: { uid } }) => readBetOf({ db, secrets }, uid, id),
    }),

    served(contract.startAutoPlay, {
      handle: ({ body }, { session: { uid } }) => beginAutoPlay({ db, rules, now: clock() }, uid, body),
    }),
    served(contract.getAutoPlay, {
      handle: ({ params: { id } }, { session: { uid } }) => readAutoPlay(db, uid, id, clock()),
    }),
    served(contract.stopAutoPlay, {
      handle: ({ params: { id } }, { session: { uid } }) => stopAutoPlay(db, uid, id, clock()),
    }),

    served(contract.listRounds, {
      handle: ({ query }, { session: { uid } }) => listRoundsOf({ db, secrets }, uid, query),
    }),
    served(contract.takeStep, {
      turns,
      handle: ({ params: { id }, body: { idempotencyKey: key, step, after } }, { session: { uid } }) =>
        play.step(uid, id, { type: 'step', key, step, after }),
    }),
    served(contract.cashOut, {
      turns,
      async handle({ params: { id }, body: { idempotencyKey: key } }, { session: { uid } }) {
        const answer = await play.step(uid, id, { type: 'cash-out', key })
        if (answer.status === 'settled') return answer
        throw new Error(`Round ${id} goes on after it was cashed out`)
      },
    }),

    served(getProgress, { handle: (_, { session: { uid } }) => readProgress(db, uid) }),
    served(getLuckBets, { handle: (_, { session: { uid } }) => readLuckBets(db, uid, clock()) }),
  ]
}

export function betLimitEndpoints(db: Database, config: PlayConfig, rules: Profile['play']): Served[] {
  return [
    served(contract.listBetLimits, {
      keepMs: CATALOGUE_KEEP_MS,
      async handle() {
        const coins = await db.selectFrom('coin').select('id').orderBy('position').orderBy('id').execute()
        const rates = await readRates(db)
        return coins.flatMap(({ id }) => {
          const rate = rates.get(id)
          return rate ? [toBetLimits(stakeTermsOf(config, rate, rules.highestStake.default), rate)] : []
        })
      },
    }),
  ]
}
