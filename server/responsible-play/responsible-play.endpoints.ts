import * as contract from '#contract/responsible-play.ts'
import type { ResponsiblePlay } from '#contract/responsible-play.ts'
import { centsOf } from '#contract/values.ts'
import { readAccount } from '#server/identity/account-row.ts'
import { reauthenticate } from '#server/accounts/reauthenticate.ts'
import type { AccountServices } from '#server/identity/services.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { excludeSelf, readBreak, takeTimeOut } from './play-breaks.ts'
import { cancelRaise, confirmRaise, listLimits, setLimit } from './play-limits.ts'

export function responsiblePlayEndpoints(services: AccountServices): Served[] {
  const { db, clock } = services
  const read = (uid: number) => readResponsiblePlay(db, uid, clock())

  return [
    served(contract.getResponsiblePlay, { handle: (_, { session }) => read(session.uid) }),

    served(contract.setLimit, {
      async handle({ params, body }, { session: { uid } }) {
        await setLimit(db, uid, params, body.amount === null ? null : centsOf(body.amount), clock())
        return read(uid)
      },
    }),

    served(contract.confirmRaise, {
      async handle({ params }, { session: { uid } }) {
        await confirmRaise(db, uid, params, clock())
        return read(uid)
      },
    }),

    served(contract.cancelRaise, {
      async handle({ params }, { session: { uid } }) {
        await cancelRaise(db, uid, params)
        return read(uid)
      },
    }),

    served(contract.setReminder, {
      async handle({ body }, { session: { uid } }) {
        await db
          .updateTable('account')
          .set({ reminder_minutes: body.minutes })
          .where('id', '=', uid)
          .where('closed_at', 'is', null)
          .execute()
        return read(uid)
      },
    }),

    served(contract.takeTimeOut, {
      async handle({ body }, { session: { uid } }) {
        await takeTimeOut(services, uid, body.hours)
        return read(uid)
      },
    }),

    served(contract.excludeSelf, {
      async handle({ body }, { session }) {
        await reauthenticate(services, session, body.password)
        await excludeSelf(services, session.uid, body.months)
        return read(session.uid)
      },
    }),
  ]
}

async function readResponsiblePlay(db: Database, uid: number, now: number): Promise<ResponsiblePlay> {
  const { reminder_minutes } = await readAccount(db, uid)
  return {
    limits: await listLimits(db, uid, now),
    reminderMinutes: reminder_minutes,
    break: await readBreak(db, uid, now),
  }
}
