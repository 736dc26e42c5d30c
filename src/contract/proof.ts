import * as v from 'valibot'
import { SecondFactorSchema } from './account-fields.ts'
import { WebAuthnJsonSchema } from './auth.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import type { ErrorCode } from './envelope.ts'
import { REAUTHENTICATION_ERRORS, ReauthenticationSchema } from './reauthentication.ts'
import { MomentSchema } from './values.ts'

/** Delay of money and changes of login methods after the removal of a passkey without using one. */
export const PROOF_WAIT_HOURS = 24

/**
 * Proof in requests that move money or change a login method: the password together with the code of two-step login,
 * or the answer of a passkey to `beginPasskeyProof`. An account with passkeys and without two-step login needs a
 * passkey.
 */
export const PROOF = {
  password: ReauthenticationSchema,
  code: v.optional(SecondFactorSchema),
  passkey: v.optional(WebAuthnJsonSchema),
}

export const PROOF_ERRORS = [
  ...REAUTHENTICATION_ERRORS,
  'totp_required',
  'totp_invalid',
  'passkey_required',
  'passkey_invalid',
  'proof_waits',
] as const satisfies readonly ErrorCode[]

/** Proof that the player must give; if both `code` and `passkey` are true, either is enough. */
export const AsksSchema = v.object({
  password: v.boolean(),
  code: v.boolean(),
  passkey: v.boolean(),
  /** Requests that need a proof are refused until then: a passkey was removed without using one. */
  heldUntil: v.nullable(MomentSchema),
})
export type Asks = v.InferOutput<typeof AsksSchema>

export interface ProvenCall {
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'params' | 'body'>
  readonly params?: unknown
  readonly body?: unknown
}

/** Canonical text of a request without its proof: a passkey confirms its hash. */
export function confirmedText({ endpoint, params, body }: ProvenCall): string {
  const sorted = (schema: v.GenericSchema | undefined, value: unknown) =>
    Object.entries((schema && v.parse(schema, value)) ?? {})
      .filter(([name, each]) => !Object.hasOwn(PROOF, name) && each !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
  const said = [sorted(endpoint.params, params), sorted(endpoint.body, body)]
  return JSON.stringify([endpoint.method, endpoint.path, ...said])
}

export const beginPasskeyProof = endpoint({
  method: 'POST',
  path: '/user/passkeys/proof',
  tag: 'security',
  access: 'player',
  summary: 'Get options to confirm one request with a passkey; valid once, for 5 minutes',
  body: v.object({
    /** SHA-256 of `confirmedText`, in hexadecimal digits. */
    confirms: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    /** Needed here, and not again with the passkey's answer. */
    password: ReauthenticationSchema,
  }),
  data: v.object({ options: WebAuthnJsonSchema }),
  /** `conflict`: the account has no passkey. */
  errors: ['password_wrong', 'rate_limited', 'conflict'],
})
