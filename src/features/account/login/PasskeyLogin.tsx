import { Trans, useLingui } from '@lingui/react/macro'
import {
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { beginPasskeyLogin, loginWithPasskey } from '#contract/auth.ts'
import '#i18n/account-answers.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'

interface PasskeyLoginProps {
  /** True if this was the last way the player tried: only then its error is shown. */
  isLatest: boolean
  onTry: () => void
  onToken: (token: string) => Promise<void>
}

/** Logs in with a passkey, by the button or from the autofill list of the e-mail field. */
export function PasskeyLogin({ isLatest, onTry, onToken }: PasskeyLoginProps) {
  const { t, i18n } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    let isHere = true
    // If the list or the connection is missing, the button still works.
    void offerInList().then((token) => (isHere && token !== undefined ? onToken(token) : undefined))
    return () => {
      isHere = false
      stopAskingForPasskey()
    }
  }, [onToken])

  const ask = async () => {
    onTry()
    setIsAsking(true)
    setFailure(undefined)
    try {
      await onToken(await askForPasskey())
    } catch (error) {
      setFailure(error)
    } finally {
      setIsAsking(false)
    }
  }
  const sentence =
    failure instanceof ApiError
      ? i18n._(errorMessage(failure.code))
      : t`No passkey was used. Try again, or log in with e-mail.`
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Button
        variant="secondary"
        block
        loading={isAsking}
        icon={<Fingerprint aria-hidden size={20} />}
        onClick={() => void ask()}
      >
        <Trans>Use a passkey</Trans>
      </Button>
      <FormError>{failure !== undefined && isLatest ? sentence : undefined}</FormError>
    </div>
  )
}

async function offerInList(): Promise<string | undefined> {
  try {
    const canOffer = await window.PublicKeyCredential?.isConditionalMediationAvailable?.()
    return canOffer ? await askForPasskey({ autofill: true }) : undefined
  } catch {
    return undefined
  }
}

/**
 * Asks the browser for a passkey of any account, and resolves to the session's token. `autofill` offers passkeys in the
 * list of the e-mail field instead of a dialog, and waits until one is chosen.
 * @throws ApiError, or an Error of the browser if no passkey was used
 */
async function askForPasskey({ autofill = false } = {}): Promise<string> {
  const { options } = await api.call(beginPasskeyLogin, { body: {} })
  const response = await startAuthentication({
    // The library on the server produces this type.
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  })
  const { token } = await api.call(loginWithPasskey, { body: { response: { ...response } } })
  return token
}

/** Cancels a request that waits for the player. */
function stopAskingForPasskey(): void {
  WebAuthnAbortService.cancelCeremony()
}
