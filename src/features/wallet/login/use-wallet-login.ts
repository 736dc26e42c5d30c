import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { logInWithSigned, signLogin, type LoginAnswers, type SignedMessage } from './wallet-login.ts'

/** How far a log-in with the wallet has come. */
export type LoginStage =
  | { readonly at: 'start' }
  | { readonly at: 'signing' }
  /** The wallet has signed; the server looks at it. */
  | { readonly at: 'checking' }
  /** Declined, or failed: `error` says which. */
  | { readonly at: 'failed'; readonly error: unknown }
  /** A new address: the same signature opens an account once its player says to be 18. */
  | { readonly at: 'newcomer'; readonly signed: SignedMessage }
  /** An account with a second step; `answers` are those given before. */
  | { readonly at: 'code'; readonly signed: SignedMessage; readonly answers: LoginAnswers }

/** Takes the token of a log-in that has succeeded. */
export type OnWalletToken = (token: string, isNewcomer: boolean) => Promise<void>

/** Logs in with the connected wallet, step by step. */
export function useWalletLogin(connection: WalletConnection, onToken: OnWalletToken) {
  const locale = useLocale()
  const [stage, setStage] = useState<LoginStage>({ at: 'start' })
  // What comes of a try that was given up, or of a wallet that has gone, is nobody's news.
  const current = useRef(0)
  useEffect(
    () => () => {
      current.current += 1
    },
    [],
  )

  /** Sends the signature with what was asked for. Throws what the step on screen has to say itself. */
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
        // A signature that is no good any more needs another one; no form can help.
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
