import * as account from '#contract/account.ts'
import { getPublicNumber } from '#contract/public-player.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { removeAvatar, setAvatar } from './avatar.ts'
import { closeAccount } from './close-account.ts'
import { exportAccount, exportPage } from './export-account.ts'
import { changeContactOf, changeProfileOf, readProfile } from './profile.ts'
import { prove } from './prove.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { readUnclaimed } from './unclaimed.ts'
import { readPublicNumber, readUser } from './user.ts'

export function profileEndpoints(services: AccountServices): Served[] {
  const { db, limits, clock, config } = services
  return [
    served(account.getProfile, { handle: (_, { session }) => readProfile(db, session.uid) }),
    served(getPublicNumber, {
      handle: async (_, { session: { uid } }) => ({ number: await readPublicNumber(db, uid) }),
    }),
    served(account.changeProfile, {
      async handle({ body }, { session: { uid } }) {
        await changeProfileOf(db, uid, body)
        return readProfile(db, uid)
      },
    }),
    served(account.changeContact, {
      async handle({ body }, { session: { uid } }) {
        await changeContactOf(db, uid, body)
        return readProfile(db, uid)
      },
    }),
    served(account.removeContact, {
      async handle(_, { session: { uid } }) {
        await changeContactOf(db, uid, null)
        return readProfile(db, uid)
      },
    }),
    served(account.uploadAvatar, {
      async handle({ body }, { session: { uid } }) {
        await setAvatar(services, uid, body)
        return readUser(db, uid)
      },
    }),
    served(account.removeAvatar, {
      async handle(_, { session: { uid } }) {
        await removeAvatar(db, uid)
        return readUser(db, uid)
      },
    }),
    served(account.exportAccount, {
      async handle({ body }, caller) {
        const { id, uid } = caller.session
        await limits.take('export-account', id)
        const proven = await prove(services, caller, { endpoint: account.exportAccount, body })
        return proven.change((trx) => exportAccount(trx, services.secrets, uid, clock()))
      },
    }),
    served(account.exportMore, {
      async handle({ params: { list }, query: { after = null } }, { session: { uid } }) {
        await limits.take('export-page', String(uid))
        return exportPage(services, uid, { list, after })
      },
    }),
    served(account.getUnclaimed, {
      handle: (_, { session: { uid } }) => readUnclaimed(db, config.rewards, { player: uid, now: clock() }),
    }),
    served(account.closeAccount, {
      async handle({ body }, caller) {
        await closeAccount(services, caller, body)
        return {}
      },
    }),
  ]
}
