import * as v from 'valibot'
import { SecondFactorSchema } from '#contract/account-fields.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { passwordProof } from '#features/security/password-proof.ts'

type Asks = WithdrawalTerms['asks']

/** Fields of a form that prove who sends it. */
export const proofEntries = (asks: Asks) => ({
  password: passwordProof(asks.password),
  code: (asks.code
    ? SecondFactorSchema
    : v.pipe(
        v.string(),
        v.transform(() => undefined),
      )) as v.GenericSchema<string, string | undefined>,
})

export const NO_PROOF = { password: '', code: '' }
/** The field that an error of the server is about. */
export const PROOF_CODES = {
  password_wrong: 'password',
  totp_required: 'code',
  totp_invalid: 'code',
} as const
