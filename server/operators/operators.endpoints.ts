import * as log from '#contract/operator/log.ts'
import * as operators from '#contract/operator/operators.ts'
import * as session from '#contract/operator/session.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { acceptInvitation, beginInvitation } from './accept-invitation.ts'
import { createLogCheck } from './check-log.ts'
import { beginConfirmation, confirmSession, requireConfirmed } from './confirm-session.ts'
import { invite } from './invite.ts'
import { listLog } from './log.queries.ts'
import { beginOperatorLogin, logInOperator } from './log-in-operator.ts'
import { listOperators, removeOperator } from './operator-list.ts'
import { endOperatorSession, toldSession } from './operator-sessions.ts'
import type { OperatorServices } from './services.ts'

export function operatorAccountEndpoints(services: OperatorServices): Served[] {
  const { db, clock } = services
  const logCheck = createLogCheck(services)
  return [
    served(session.beginOperatorLogin, { handle: (_, caller) => beginOperatorLogin(services, caller) }),
    served(session.logInOperator, {
      handle: ({ body }, caller) => logInOperator(services, caller, body.response),
    }),
    served(session.getOperatorSession, {
      handle: async (_, { operator }) => toldSession(operator, operator.expiresAt),
    }),
    served(session.endOperatorSession, {
      async handle(_, { operator, keep }) {
        await db.transaction().execute(async (trx) => {
          await endOperatorSession(trx, operator.sessionId)
          await keep(trx, { action: 'operator log-out', why: '', what: {} })
        })
        return {}
      },
    }),
    served(session.beginConfirmation, { handle: (_, caller) => beginConfirmation(services, caller) }),
    served(session.confirmSession, {
      async handle({ body }, caller) {
        await confirmSession(services, caller, body.response)
        return {}
      },
    }),
    served(session.beginInvitation, {
      handle: ({ body }, caller) => beginInvitation(services, caller, body.token),
    }),
    served(session.acceptInvitation, {
      handle: ({ body }, caller) => acceptInvitation(services, caller, body),
    }),
    served(operators.listOperators, { handle: () => listOperators(db, clock()) }),
    served(operators.inviteOperator, {
      async handle({ body: { name, role, why } }, { operator, keep }) {
        requireConfirmed(operator, clock())
        return db.transaction().execute(async (trx) => {
          const { id, path, until } = await invite(trx, { name, role, by: operator.id, now: clock() })
          const what = { operator: id, name, role, until: until.toISOString() }
          await keep(trx, { action: 'operator invite', why, what })
          return { path, until: until.toISOString() }
        })
      },
    }),
    served(operators.removeOperator, {
      async handle({ params, body }, { operator, keep }) {
        requireConfirmed(operator, clock())
        return db.transaction().execute(async (trx) => {
          const what = await removeOperator(trx, { id: Number(params.id) }, clock())
          await keep(trx, { action: 'operator remove', why: body.why, what })
          return {}
        })
      },
    }),
    served(log.listLog, { handle: ({ query }) => listLog(db, query) }),
    // They are answered from memory: the check itself runs beside all calls.
    served(log.getLogCheck, { needsNoTurn: true, handle: async () => logCheck.state() }),
    served(log.startLogCheck, {
      needsNoTurn: true,
      async handle(_, { keep, logger }) {
        await keep(db, { action: 'log check', why: '', what: {} })
        return logCheck.start(logger)
      },
    }),
  ]
}
