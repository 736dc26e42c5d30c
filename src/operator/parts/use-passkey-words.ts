import { useLingui } from '@lingui/react/macro'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { ApiError } from '#api/api-error.ts'
import { operatorMessageOf } from '#i18n/operator-answers.ts'

/** The sentence for a passkey that was not used, or for what the server said. */
export function usePasskeyWords(): (error: unknown) => string {
  const { t, i18n } = useLingui()
  return (error) => {
    if (error instanceof ApiError) return i18n._(operatorMessageOf(error))
    if (!browserSupportsWebAuthn())
      return t`This browser has no passkeys here. Open the console by https and its name, in a current browser.`
    // The server names the passkeys of all operators, and the device has one of them.
    if (error instanceof Error && error.name === 'InvalidStateError')
      return t`This device has the passkey of an operator already. Use another device, or another passkey.`
    return t`No passkey was used. Try again, and confirm on your device.`
  }
}
