import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { ApiError } from '#api/api-error.ts'
import { beginPasskeyProof, confirmedText, type ProvenCall } from '#contract/proof.ts'
import { api } from './api.ts'
import { PasskeyUnused } from './passkey-unused.ts'

/**
 * Has the player confirm one call with a passkey, on this device or on another one that the browser asks.
 * @throws {ApiError | PasskeyUnused}
 */
export async function confirmWithPasskey(
  call: ProvenCall,
  password: string | undefined,
): Promise<Record<string, unknown>> {
  // Without encryption there is neither; the page says so before.
  if (globalThis.crypto.subtle === undefined) throw new PasskeyUnused()
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(confirmedText(call)))
  const confirms = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    const { options } = await api.call(beginPasskeyProof, { body: { confirms, password } })
    // The server's library made them for this one.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    return { ...(await startAuthentication({ optionsJSON })) }
  } catch (cause) {
    // What the server says is told; without an answer nothing was asked of anybody.
    if (cause instanceof ApiError && cause.kind === 'http' && cause.status < 500) throw cause
    throw new PasskeyUnused('No passkey was used', { cause })
  }
}
