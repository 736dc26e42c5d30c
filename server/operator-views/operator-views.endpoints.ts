import * as actions from '#contract/operator/actions.ts'
import * as chains from '#contract/operator/chains.ts'
import * as games from '#contract/operator/games.ts'
import * as players from '#contract/operator/players.ts'
import { listOperatedProviders } from '#contract/operator/providers.ts'
import { getToday } from '#contract/operator/today.ts'
import * as withdrawals from '#contract/operator/withdrawals.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { createChainList } from './chains.ts'
import { endSessionsOf } from './end-player-sessions.ts'
import { findArrival } from './find-arrival.ts'
import { listPlayers } from './find-players.ts'
import { readGameDays } from './game-days.ts'
import { listOperatedGames } from './games.ts'
import { setPaused, untilPaused } from './pause-game.ts'
import { listBets } from './player-bets.ts'
import { readPlayer } from './player-detail.ts'
import { listMovements } from './player-movements.ts'
import { listPayments } from './player-payments.ts'
import { listRewards } from './player-rewards.ts'
import { uidOf } from './require-account.ts'
import { listOperatedCodes, listOperatedPromotions } from './promotions.ts'
import { listProviders } from './providers.ts'
import { createToday } from './today.ts'
import { listUnattributed } from './unattributed.ts'
import type { ViewServices } from './view-services.ts'
import { listWithdrawals } from './withdrawal-list.ts'
import { readWithdrawalToReview } from './withdrawal-review.ts'

/** The screens of the console that read, and the two changes that belong to them. */
export function operatorViewEndpoints(services: ViewServices): Served[] {
  const { db, clock } = services
  const today = createToday(services)
  const chainList = createChainList(services)
  return [
    served(getToday, { handle: () => today() }),
    served(players.findPlayers, {
      handle: ({ query }, { operator }) => listPlayers(services, operator, query),
    }),
    served(players.getPlayer, {
      handle: ({ params }, { operator }) => readPlayer(services, operator, uidOf(params)),
    }),
    served(players.listPlayerPayments, {
      handle: ({ params, query }, { operator }) => listPayments(db, operator, uidOf(params), query.after),
    }),
    served(players.listPlayerMovements, {
      handle: ({ params, query }) => listMovements(db, uidOf(params), query.after),
    }),
    served(players.listPlayerBets, {
      handle: ({ params, query }) => listBets(db, uidOf(params), query.after),
    }),
    served(players.listPlayerRewards, { handle: ({ params }) => listRewards(db, uidOf(params)) }),
    served(players.endPlayerSessions, {
      handle: ({ params, body: { why } }, { keep }) =>
        db.transaction().execute(async (trx) => {
          const player = uidOf(params)
          const ended = await endSessionsOf(services, trx, player)
          await keep(trx, { action: 'player end-sessions', why, what: { player, ended } })
          return { ended }
        }),
    }),
    served(withdrawals.listAllWithdrawals, { handle: ({ query }) => listWithdrawals(services, query) }),
    served(withdrawals.getWithdrawalToReview, {
      handle: ({ params }) => readWithdrawalToReview(services, params.id),
    }),
    served(games.listOperatedGames, { handle: () => listOperatedGames(services) }),
    served(games.getGameDays, { handle: ({ params }) => readGameDays(services, params.slug) }),
    served(games.pauseGame, {
      async handle({ params: { slug: game }, body: { isPaused, why } }, { keep }) {
        await db.transaction().execute(async (trx) => {
          await setPaused(trx, game, isPaused)
          await keep(trx, { action: isPaused ? 'game pause' : 'game resume', why, what: { game, isPaused } })
        })
        await untilPaused()
        return { isPaused, at: new Date(clock()).toISOString() }
      },
    }),
    served(actions.listOperatedPromotions, { handle: () => listOperatedPromotions(db) }),
    served(actions.listOperatedCodes, { handle: () => listOperatedCodes(db) }),
    served(listOperatedProviders, { handle: () => listProviders(services) }),
    served(chains.listOperatedChains, { handle: () => chainList() }),
    served(chains.listUnattributed, { handle: () => listUnattributed(db) }),
    served(chains.findArrival, { handle: ({ query }) => findArrival(services, query.search) }),
  ]
}
