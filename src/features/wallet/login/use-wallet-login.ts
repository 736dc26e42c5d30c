import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { logInWithSigned, signLogin, type LoginAnswers, type SignedMessage } from './wallet-login.ts'

export type LoginStage =
  | { readonly at: 'start' }
  | { readonly at: 'signing' }
  /** The wallet has signed; the server verifies the signature. */
  | { readonly at: 'checking' }
  /** Declined or failed, see `error`. */
  | { readonly at: 'failed'; readonly error: unknown }
  /** A new address: the same signature opens an account after the player confirms to be 18. */
  | { readonly at: 'newcomer'; readonly signed: SignedMessage }
  /** An account with a second step; `answers` were given before. */
  | { readonly at: 'code'; readonly signed: SignedMessage; readonly answers: LoginAnswers }

/** Called with the token of a successful log-in. */
export type OnWalletToken = (token: string, isNewcomer: boolean) => Promise<void>

export function useWalletLogin(connection: WalletConnection, onToken: OnWalletToken) {
  const locale = useLocale()
  const [stage, setStage] = useState<LoginStage>({ at: 'start' })
  // Ignore results of a cancelled attempt, or of a wallet that has disconnected.
  const current = useRef(0)
  useEffect(
    () => () => {
      current.current += 1
    },
    [],
  )

  /** Sends the signature with the player's answers. Throws errors that the current step shows itself. */
  const answer = useCallback(
    async (signed: SignedMessage, answers: LoginAnswers) => {
      const attempt = current.current
      try {
        const token = await logInWithSigned(signed, { locale, ...answers })
        if (attempt === current.current) await onToken(token, answers.isAdult === true)
      } catch (error) {
        if (attempt !== current.current) return
        const code = error instanceof ApiError ? error.code : ''
        if (code === 'wallet_unknown') setStage({ at: 'newcomer', signed })
        else if (code === 'totp_required') setStage({ at: 'code', signed, answers })
        // A signature that is no longer valid needs a new one; a form cannot help.
        else if (code.startsWith('wallet_')) setStage({ at: 'failed', error })
        else throw error
      }
    },
    [locale, onToken],
  )

  const start = useCallback(async () => {
    const attempt = ++current.current
    setStage({ at: 'signing' })
    try {
      const signed = await signLogin(connection)
      if (attempt !== current.current) return
      setStage({ at: 'checking' })
      await answer(signed, {})
    } catch (error) {
      if (attempt === current.current) setStage({ at: 'failed', error })
    }
  }, [connection, answer])

  const stop = useCallback(() => {
    current.current += 1
    setStage({ at: 'start' })
  }, [])

  return { stage, start, stop, answer }
}
