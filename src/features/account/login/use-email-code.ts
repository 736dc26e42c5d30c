import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { requestEmailCode, type EMAIL_CODE_PURPOSES } from '#contract/auth.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { api } from '#session/api.ts'

export type EmailCodePurpose = (typeof EMAIL_CODE_PURPOSES)[number]

/** Sends codes to an address, and counts the seconds until the next one may be sent. */
export function useEmailCode(purpose: EmailCodePurpose) {
  const locale = useLocale()
  const [isSending, setIsSending] = useState(false)
  const [sent, setSent] = useState<{ to: string; minutes: number; at: number }>()
  const [waitUntil, setWaitUntil] = useState(0)
  const [now, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((waitUntil - now) / 1000))

  const isWaiting = secondsLeft > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])

  const wait = (seconds: number) => {
    setNow(Date.now())
    setWaitUntil(Date.now() + seconds * 1000)
  }
  /** @throws ApiError */
  const send = useCallback(
    async (email: string) => {
      setIsSending(true)
      try {
        const { expiresInS, resendInS } = await api.call(requestEmailCode, {
          query: { email, purpose, locale },
        })
        setSent({ to: email, minutes: Math.round(expiresInS / 60), at: Date.now() })
        wait(resendInS)
      } catch (error) {
        if (error instanceof ApiError && error.retryAfterS !== null) wait(error.retryAfterS)
        throw error
      } finally {
        setIsSending(false)
      }
    },
    [locale, purpose],
  )
  return { purpose, send, isSending, sent, secondsLeft }
}
