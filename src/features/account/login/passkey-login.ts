import {
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { beginPasskeyLogin, loginWithPasskey } from '#contract/auth.ts'
import { api } from '#session/api.ts'

/**
 * Lets the browser ask for a passkey, of whatever account, and resolves to the session's token. `autofill`
 * offers passkeys in the list of the e-mail field instead of a dialog, and waits there.
 * @throws ApiError, or an Error of the browser when none was used
 */
export async function askForPasskey({ autofill = false } = {}): Promise<string> {
  const { options } = await api.call(beginPasskeyLogin, { body: {} })
  const response = await startAuthentication({
    // The server's library made them for this one.
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  })
  const { token } = await api.call(loginWithPasskey, { body: { response: { ...response } } })
  return token
}

/** Ends a request that still waits for the player. */
export function stopAskingForPasskey(): void {
  WebAuthnAbortService.cancelCeremony()
}
