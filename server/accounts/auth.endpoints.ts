import * as account from '#contract/account.ts'
import * as auth from '#contract/auth.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { changeEmail, requestEmailChange } from './change-email.ts'
import { changePassword, resetPassword } from './change-password.ts'
import { logInWithPassword } from './log-in.ts'
import { register } from './register.ts'
import { requestEmailCode } from './request-email-code.ts'
import { readSecurity } from './security.ts'
import type { AccountServices } from '#server/identity/services.ts'

export function authEndpoints(services: AccountServices): Served[] {
  return [
    served(auth.login, {
      handle: async ({ body }, caller) => ({ token: await logInWithPassword(services, body, caller) }),
    }),
    served(auth.requestEmailCode, {
      handle: ({ query }, caller) => requestEmailCode(services, query, caller),
    }),
    served(auth.register, {
      handle: async ({ body }, caller) => ({ token: await register(services, body, caller) }),
    }),
    served(auth.resetPassword, {
      async handle({ body }, caller) {
        await resetPassword(services, body, caller)
        return {}
      },
    }),
    served(account.changePassword, {
      async handle({ body }, caller) {
        await changePassword(services, body, caller)
        return {}
      },
    }),
    served(account.requestEmailChange, {
      handle: ({ body }, caller) => requestEmailChange(services, body, caller),
    }),
    served(account.changeEmail, {
      async handle({ body }, caller) {
        await changeEmail(services, body, caller)
        return readSecurity(services.db, caller.session.uid, services.clock())
      },
    }),
  ]
}
