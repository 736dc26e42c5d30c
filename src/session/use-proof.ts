import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { API_QUERY_KEY } from '#api/api-client.ts'
import { PasswordSchema, SecondFactorSchema } from '#contract/account-fields.ts'
import { getSecurity } from '#contract/account.ts'
import type { BodyOf, DataOf, Endpoint, ParamsOf } from '#contract/endpoint.ts'
import { type Asks, beginPasskeyProof, confirmedText, type ProvenCall } from '#contract/proof.ts'
import { getAddressBook, getWithdrawalTerms } from '#contract/withdrawals.ts'
import { api } from './api.ts'
import { PasskeyUnused } from './passkeys.ts'

/** The second factor, beside the password. */
export type ProofWay = 'code' | 'passkey' | 'none'

/** Form values of the proof. */
export const NO_PROOF = { password: '', code: '' }
export const PROOF_SECRETS = ['password', 'code'] as const

export interface ProofValues {
  password?: string | undefined
  code?: string | undefined
}

/** Errors which say that the account's way to prove has changed. */
const STALE = [
  'totp_required',
  'passkey_required',
  'passkey_invalid',
  'proof_waits',
  'withdrawal_waits',
  'withdrawal_held',
  'conflict',
]
const ASKING = [getSecurity, getWithdrawalTerms, getAddressBook]

const unasked = v.pipe(
  v.string(),
  v.transform(() => undefined),
) as v.GenericSchema<string, string | undefined>

/** Asks for password and second factor, and sends a request with that proof. */
export function useProof(asks: Asks, { isLost = false } = {}) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<ProofWay>('code')
  const [stage, setStage] = useState<'idle' | 'asking' | 'unused'>('idle')
  const both = asks.code && asks.passkey
  const way: ProofWay = both ? chosen : asks.code ? 'code' : asks.passkey && !isLost ? 'passkey' : 'none'

  /** @throws {ApiError | PasskeyUnused} */
  const send = async <E extends Endpoint>(
    endpoint: E,
    { params, body }: { params?: ParamsOf<E>; body: BodyOf<E> },
    { password, code }: ProofValues,
  ): Promise<DataOf<E>> => {
    setStage(way === 'passkey' ? 'asking' : 'idle')
    try {
      const proof =
        way === 'passkey'
          ? { passkey: await confirmWithPasskey({ endpoint, params, body }, password) }
          : { password, code }
      setStage('idle')
      const proven = { ...(body as unknown as object), ...proof } as unknown as BodyOf<E>
      return await api.call(endpoint, { body: proven, ...(params !== undefined && { params }) })
    } catch (error) {
      setStage(error instanceof PasskeyUnused ? 'unused' : 'idle')
      if (error instanceof ApiError && STALE.includes(error.code)) {
        for (const { path } of ASKING) {
          void queryClient.invalidateQueries({ queryKey: [API_QUERY_KEY, path] })
        }
      }
      throw error
    }
  }

  return {
    asks,
    way,
    isAsking: stage === 'asking',
    isUnused: stage === 'unused',
    /** The other way, if the account has both. */
    choose: both ? setChosen : undefined,
    /** Schema entries of the form. */
    entries: {
      password: asks.password ? (PasswordSchema as v.GenericSchema<string, string | undefined>) : unasked,
      code: way === 'code' ? (SecondFactorSchema as v.GenericSchema<string, string | undefined>) : unasked,
    },
    /** The form's fields for error codes of the server. */
    fieldOfCode: {
      ...(asks.password && { password_wrong: 'password' }),
      ...(way === 'code' && { totp_required: 'code', totp_invalid: 'code' }),
    } as Readonly<Partial<Record<string, 'password' | 'code'>>>,
    send,
    /** Wraps the form's `onSubmit`: an unused passkey is not a failure, and the form stays as it is. */
    guarded:
      <Values>(submit: (values: Values) => Promise<unknown>) =>
      async (values: Values): Promise<unknown> => {
        try {
          return await submit(values)
        } catch (error) {
          if (error instanceof PasskeyUnused) return false
          throw error
        }
      },
  }
}
export type Proof = ReturnType<typeof useProof>

/**
 * Confirms one call with a passkey, on this device or on another one that the browser offers.
 * @throws {ApiError | PasskeyUnused}
 */
async function confirmWithPasskey(
  call: ProvenCall,
  password: string | undefined,
): Promise<Record<string, unknown>> {
  // Insecure contexts have no passkeys; the page says so before.
  if (globalThis.crypto.subtle === undefined) throw new PasskeyUnused()
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(confirmedText(call)))
  const confirms = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    const { options } = await api.call(beginPasskeyProof, { body: { confirms, password } })
    // The library on the server produces this type.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    return { ...(await startAuthentication({ optionsJSON })) }
  } catch (cause) {
    // Pass on the server's own errors. Without an answer the browser showed no dialog.
    if (cause instanceof ApiError && cause.kind === 'http' && cause.status < 500) throw cause
    throw new PasskeyUnused('No passkey was used', { cause })
  }
}
