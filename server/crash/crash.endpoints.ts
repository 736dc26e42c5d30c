import * as contract from '#contract/crash.ts'
import { sendReaction } from '#contract/reactions.ts'
import type { Clock } from '#server/base/clock.ts'
import { createBatchTurns } from '#server/http/call-turns.ts'
import { CATALOGUE_KEEP_MS, served, type Served } from '#server/http/mount-endpoint.ts'
import type { Caller } from '#server/identity/caller.ts'
import { MAX_PLAYS } from '#server/play/post-plays.ts'
import type { Crash } from './crash.ts'

/** At the end of a round all players ask for their bets: this few at once take nothing from cash-outs. */
const LOOK_UPS_AT_ONCE = 4

interface CrashServices {
  readonly crash: Crash
  readonly clock: Clock
}

export function crashEndpoints({ crash, clock }: CrashServices): Served[] {
  const turns = createBatchTurns(MAX_PLAYS)
  const lookUpTurns = createBatchTurns(LOOK_UPS_AT_ONCE)
  const { bets } = crash
  /** By the server's clock, and without the time that the call has waited here. */
  const arrivalOf = ({ receivedAt = performance.now() }: Caller) => ({
    at: clock() - (performance.now() - receivedAt),
    steady: receivedAt,
  })
  return [
    served(contract.getCrash, {
      ready: crash.ready,
      handle: (_, caller) => crash.snapshot('session' in caller ? caller.session.uid : null),
    }),
    served(contract.getCrashClock, { needsNoTurn: true, handle: async () => ({ now: clock() }) }),
    served(contract.listCrashRounds, { handle: ({ query }) => crash.rounds(query) }),
    served(contract.getCrashLatency, { handle: () => crash.latency() }),
    served(contract.getCrashChain, { keepMs: CATALOGUE_KEEP_MS, handle: () => crash.chain() }),
    served(contract.placeCrashBet, {
      turns,
      handle: ({ body }, caller) => bets.place(caller.session.uid, body, arrivalOf(caller)),
    }),
    served(contract.cancelCrashBet, {
      turns,
      handle: ({ params: { id } }, { session: { uid } }) => bets.cancel(uid, id),
    }),
    served(contract.cashOutCrashBet, {
      detached: crash.arriving,
      handle: ({ params: { id }, body }, caller) =>
        bets.cashOut(caller.session.uid, id, body, arrivalOf(caller)),
    }),
    served(sendReaction, {
      async handle({ body: { picture } }, { session: { uid } }) {
        await crash.reactions.send(uid, picture)
        return {}
      },
    }),
    served(contract.getCrashBetByKey, {
      turns: lookUpTurns,
      handle: ({ params: { key } }, { session: { uid } }) => bets.byKey(uid, key),
    }),
  ]
}
