import * as account from '#contract/account.ts'
import * as auth from '#contract/auth.ts'
import { beginPasskeyProof as beginProof } from '#contract/proof.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { beginPasskeyProof } from './passkey-proof.ts'
import { beginPasskeyLogin, loginWithPasskey } from './passkey-login.ts'
import { addPasskey, beginPasskey, removePasskey } from './passkeys.ts'
import { readSecurity } from './security.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './totp.ts'

export function securityEndpoints(services: AccountServices): Served[] {
  const { db } = services
  return [
    served(account.getSecurity, {
      handle: (_, { session }) => readSecurity(db, session.uid, services.clock()),
    }),

    served(account.beginTotp, { handle: ({ body }, caller) => beginTotp(services, caller, body) }),
    served(account.confirmTotp, { handle: ({ body }, caller) => confirmTotp(services, caller, body.code) }),
    served(account.removeTotp, {
      async handle({ body }, caller) {
        await removeTotp(services, caller, body)
        return readSecurity(db, caller.session.uid, services.clock())
      },
    }),
    served(account.renewRecoveryCodes, {
      handle: ({ body }, caller) => renewRecoveryCodes(services, caller, body),
    }),

    served(account.beginPasskey, {
      handle: async ({ body }, caller) => ({ options: await beginPasskey(services, caller, body) }),
    }),
    served(beginProof, {
      handle: async ({ body }, caller) => ({ options: await beginPasskeyProof(services, caller, body) }),
    }),
    served(account.addPasskey, {
      async handle({ body }, caller) {
        await addPasskey(services, caller, body)
        return readSecurity(db, caller.session.uid, services.clock())
      },
    }),
    served(account.removePasskey, {
      async handle({ params, body }, caller) {
        await removePasskey(services, caller, { params, body })
        return readSecurity(db, caller.session.uid, services.clock())
      },
    }),

    served(auth.beginPasskeyLogin, {
      handle: async (_, caller) => ({ options: await beginPasskeyLogin(services, caller) }),
    }),
    served(auth.loginWithPasskey, {
      handle: async ({ body }, caller) => ({
        token: await loginWithPasskey(services, caller, body.response),
      }),
    }),
  ]
}
