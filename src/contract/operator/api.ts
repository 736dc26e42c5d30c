import type { Endpoint } from '#contract/endpoint.ts'
import * as actions from './actions.ts'
import * as chains from './chains.ts'
import * as games from './games.ts'
import * as log from './log.ts'
import * as operators from './operators.ts'
import * as players from './players.ts'
import { listOperatedProviders } from './providers.ts'
import * as session from './session.ts'
import { getToday } from './today.ts'
import * as withdrawals from './withdrawals.ts'

/** Calls of the console. They are in no document for players, and may have a port of their own. */
export const OPERATOR_API: readonly Endpoint[] = [
  session.beginOperatorLogin,
  session.logInOperator,
  session.getOperatorSession,
  session.endOperatorSession,
  session.beginConfirmation,
  session.confirmSession,
  session.beginInvitation,
  session.acceptInvitation,
  getToday,
  players.findPlayers,
  players.getPlayer,
  players.listPlayerPayments,
  players.listPlayerMovements,
  players.listPlayerBets,
  players.listPlayerRewards,
  players.endPlayerSessions,
  withdrawals.listAllWithdrawals,
  withdrawals.getWithdrawalToReview,
  withdrawals.beginWithdrawalVote,
  withdrawals.voteOnWithdrawal,
  games.listOperatedGames,
  games.getGameDays,
  games.pauseGame,
  actions.act,
  actions.listProposals,
  actions.decideProposal,
  actions.listOperatedPromotions,
  actions.listOperatedCodes,
  listOperatedProviders,
  chains.listOperatedChains,
  chains.listUnattributed,
  chains.findArrival,
  operators.listOperators,
  operators.inviteOperator,
  operators.removeOperator,
  log.listLog,
  log.getLogCheck,
  log.startLogCheck,
]
