import * as v from 'valibot'
import { PasswordSchema } from '#contract/account-fields.ts'

/** The field of a form that proves who sends it: left out of what is sent for an account without a password. */
export function passwordProof(hasPassword: boolean): v.GenericSchema<string, string | undefined> {
  return hasPassword
    ? PasswordSchema
    : v.pipe(
        v.string(),
        v.transform(() => undefined),
      )
}
