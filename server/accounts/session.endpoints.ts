import * as account from '#contract/account.ts'
import { getUser, logout } from '#contract/user.ts'
import { Refusal } from '#server/base/refusal.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { forgetBrowser } from '#server/identity/practice-browsers.ts'
import { listLogins } from './login-events.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { endSession, endSessions, listSessions } from '#server/identity/sessions.ts'
import { deleteSubscriptionsOf } from '#server/push/push-subscriptions.ts'
import { readUser } from './user.ts'

export function sessionEndpoints({ db, clock }: AccountServices): Served[] {
  return [
    served(getUser, { handle: (_, { session }) => readUser(db, session.uid) }),
    served(account.listSessions, { handle: (_, { session }) => listSessions(db, session, clock()) }),
    served(account.endSession, {
      async handle({ params }, { session }) {
        if (!(await endSession(db, session.uid, params.id)))
          throw new Refusal('not_found', 'There is no such session')
        await deleteSubscriptionsOf(db, session.uid).where('session_id', '=', params.id).execute()
        // A player who logs out may still read practice mail with the code to return; a browser that they log out may
        // not.
        if (params.id !== session.id) await forgetBrowser(db, session.uid, params.id)
        return listSessions(db, session, clock())
      },
    }),
    served(account.endOtherSessions, {
      async handle(_, { session }) {
        await endSessions(db, session.uid, session.id)
        await deleteSubscriptionsOf(db, session.uid).where('session_id', '!=', session.id).execute()
        return listSessions(db, session, clock())
      },
    }),
    served(account.listLogins, { handle: (_, { session }) => listLogins(db, session.uid) }),
    served(logout, {
      async handle(_, { session }) {
        await endSession(db, session.uid, session.id)
        await deleteSubscriptionsOf(db, session.uid).where('session_id', '=', session.id).execute()
        return {}
      },
    }),
  ]
}
