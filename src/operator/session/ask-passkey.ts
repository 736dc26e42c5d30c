import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/** Has the browser ask for a passkey. @throws the browser's error when no passkey was used */
export async function askPasskey(options: object): Promise<object> {
  return {
    ...(await startAuthentication({
      // The library on the server produces this type.
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    })),
  }
}
