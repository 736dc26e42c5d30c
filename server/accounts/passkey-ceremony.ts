import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import {
  cose,
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers'
import * as v from 'valibot'
import { Refusal } from '#server/base/refusal.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { siteOrigin } from './site-origin.ts'

const { EdDSA, ES256, RS256 } = cose.COSEALG
export const ALGORITHMS = [EdDSA, ES256, RS256]

const Base64UrlSchema = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const credential = {
  id: v.pipe(Base64UrlSchema, v.maxLength(1024)),
  rawId: Base64UrlSchema,
  type: v.literal('public-key'),
  authenticatorAttachment: v.optional(v.nullable(v.picklist(['platform', 'cross-platform']))),
}

const NewPasskeySchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: Base64UrlSchema,
    attestationObject: Base64UrlSchema,
    transports: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10)),
      [],
    ),
  }),
  clientExtensionResults: v.optional(
    v.object({ credProps: v.optional(v.object({ rk: v.optional(v.boolean()) })) }),
    {},
  ),
})

const PasskeyAnswerSchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: Base64UrlSchema,
    authenticatorData: Base64UrlSchema,
    signature: Base64UrlSchema,
    /** Present when the request named no passkey. */
    userHandle: v.optional(v.nullable(Base64UrlSchema)),
  }),
})
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswerSchema>

export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** @throws Refusal `unavailable` when live mode has no public origin */
export function relyingParty(services: AccountServices, caller: Caller): RelyingParty {
  const origin = siteOrigin(services, caller)
  return { id: new URL(origin).hostname, origin }
}

/** The same for every passkey of the player, and it reveals nothing about them. */
export const userHandle = ({ secrets }: AccountServices, uid: number): Buffer =>
  secrets.hash('passkey-user', String(uid))

export const passkeyInvalid = () => new Refusal('passkey_invalid', 'The passkey is not valid here')

export function parseNewPasskey(response: unknown) {
  const parsed = v.safeParse(NewPasskeySchema, response)
  if (!parsed.success) throw passkeyInvalid()
  return parsed.output
}

export function parsePasskeyAnswer(response: unknown): PasskeyAnswer {
  const parsed = v.safeParse(PasskeyAnswerSchema, response)
  if (!parsed.success) throw passkeyInvalid()
  return parsed.output
}

/**
 * Reads the challenge from an answer that is not verified yet.
 * @throws Refusal `passkey_invalid`
 */
export async function challengeOf({ response }: { response: { clientDataJSON: string } }): Promise<string> {
  return orInvalid(async () => v.parse(v.string(), decodeClientDataJSON(response.clientDataJSON).challenge))
}

/**
 * Requires a verified user and a discoverable credential.
 * @throws Refusal `passkey_invalid`
 */
export async function verifyNewPasskey(
  answer: ReturnType<typeof parseNewPasskey>,
  challenge: string,
  site: RelyingParty,
) {
  return orInvalid(async () => {
    refuseCertificates(answer.response.attestationObject)
    if (answer.clientExtensionResults.credProps?.rk === false) throw new Error('The key is not discoverable')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) throw new Error('Not verified')
    return registrationInfo
  })
}

/**
 * Requires a verified user and a counter above the known one.
 * @throws Refusal `passkey_invalid`
 */
export async function verifyPasskeyAnswer(
  answer: PasskeyAnswer,
  challenge: string,
  site: RelyingParty,
  known: WebAuthnCredential,
) {
  return orInvalid(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: known,
    })
    if (!verified) throw new Error('Not verified')
    return authenticationInfo
  })
}

/** The server requests no attestation; verifying one could make it fetch addresses that a stranger chose. */
function refuseCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  const isBare = format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'))
  if (!isBare) throw new Error('An attestation that was not requested')
}

/** The library throws many kinds of errors; the player gets one refusal for all. */
async function orInvalid<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw passkeyInvalid()
  }
}
