import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { requestEmailCode, type EMAIL_CODE_PURPOSES } from '#contract/auth.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { api } from '#session/api.ts'

export type EmailCodePurpose = (typeof EMAIL_CODE_PURPOSES)[number]

/** What is used of a form with an e-mail address, its code and, after them, a password. */
export interface EmailCodeForm {
  trigger: (field: 'email', options: { shouldFocus: boolean }) => Promise<boolean>
  getValues: (field: 'email') => string
  setValue: (
    field: 'emailCode',
    value: string,
    options: { shouldDirty: boolean; shouldValidate: boolean },
  ) => void
  setFocus: (field: 'emailCode' | 'password') => void
}

interface EmailCodeOptions {
  purpose: EmailCodePurpose
  form: EmailCodeForm
  /** Shows why no code was sent; undefined when a new try begins. */
  setFailure: (error: unknown) => void
}

/** Sends codes to the form's address, and counts the seconds until the next one may be sent. */
export function useEmailCode({ purpose, form, setFailure }: EmailCodeOptions) {
  const locale = useLocale()
  const [isSending, setIsSending] = useState(false)
  const [sent, setSent] = useState<{ to: string; minutes: number; at: number }>()
  const [waitUntil, setWaitUntil] = useState(0)
  const [now, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((waitUntil - now) / 1000))

  const isWaiting = secondsLeft > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])

  const wait = (seconds: number) => {
    setNow(performance.now())
    setWaitUntil(performance.now() + seconds * 1000)
  }
  return {
    isSending,
    sent,
    secondsLeft,
    /** Sends a code once the form has an address, and goes on to the code's field. */
    send: async () => {
      if (isSending || isWaiting) return
      if (!(await form.trigger('email', { shouldFocus: true }))) return
      setFailure(undefined)
      setIsSending(true)
      try {
        const email = form.getValues('email').trim()
        const query = { email, purpose, locale }
        const { expiresInS, resendInS } = await api.call(requestEmailCode, { query })
        setSent({ to: email, minutes: Math.round(expiresInS / 60), at: Date.now() })
        wait(resendInS)
        form.setFocus('emailCode')
      } catch (error) {
        if (error instanceof ApiError && error.retryAfterS !== null) wait(error.retryAfterS)
        setFailure(error)
      } finally {
        setIsSending(false)
      }
    },
    /** Puts a code into its field, and goes on to the password. */
    fillIn: (code: string) => {
      form.setValue('emailCode', code, { shouldDirty: true, shouldValidate: true })
      form.setFocus('password')
    },
  }
}
