import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Mail, MailCheck } from 'lucide-react'
import { type ComponentProps, type ComponentType, type KeyboardEvent, useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { requestEmailCode, type EMAIL_CODE_PURPOSES } from '#contract/auth.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { api } from '#session/api.ts'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>

interface EmailCodeFieldsProps {
  purpose: EmailCodePurpose
  form: EmailCodeForm
  field: (name: 'email' | 'emailCode') => FieldProps
  /** Shows why no code was sent; undefined clears it. */
  setFailure: (error: unknown) => void
  /** Shows the code if the server sends no mail. */
  CodeNotice: ComponentType<CodeNoticeProps>
}

/** An address, and the six digits that prove it. */
export function EmailCodeFields({ purpose, form, field, setFailure, CodeNotice }: EmailCodeFieldsProps) {
  const { t } = useLingui()
  const { isSending, sent, secondsLeft, send, fillIn } = useEmailCode({ purpose, form, setFailure })
  const { to: address, minutes } = sent ?? {}
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || sent) return
    event.preventDefault()
    void send()
  }
  return (
    <>
      <TextField
        {...field('email')}
        label={t`E-mail`}
        type="email"
        icon={<Mail aria-hidden size={19} />}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t`you@example.com`}
        onKeyDown={sendOnEnter}
      />
      <div className="grid grid-cols-1 gap-2">
        <Button
          variant="secondary"
          block
          loading={isSending}
          disabled={secondsLeft > 0}
          icon={<MailCheck aria-hidden size={19} />}
          onClick={() => void send()}
        >
          {secondsLeft > 0 ? (
            <Plural value={secondsLeft} one="Send again in # second" other="Send again in # seconds" />
          ) : sent ? (
            <Trans>Send another code</Trans>
          ) : (
            <Trans>Send me a code</Trans>
          )}
        </Button>
        <div role="status" className="grid grid-cols-1 gap-2.5">
          {sent ? (
            <Text size={3} tone="muted" className="wrap-anywhere">
              <Trans>
                A code is on its way to {address}. It works for {minutes} minutes and five tries, in this
                browser only. No mail? Look in your spam folder. One address gets only a few codes a day.
              </Trans>
            </Text>
          ) : null}
          {sent ? <CodeNotice key={sent.at} to={sent.to} purpose={purpose} onCode={fillIn} /> : null}
        </div>
      </div>
      <CodeField {...field('emailCode')} kind="digits" label={t`6-digit code`} placeholder="123456" />
    </>
  )
}

type EmailCodePurpose = (typeof EMAIL_CODE_PURPOSES)[number]

/** The part of the form that is used here. */
interface EmailCodeForm {
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
  /** Shows why no code was sent; undefined clears it. */
  setFailure: (error: unknown) => void
}

/** Sends codes to the form's address, and counts down the seconds until the next one may be sent. */
function useEmailCode({ purpose, form, setFailure }: EmailCodeOptions) {
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
    /** Sends a code if the address is valid, and moves the focus to the code's field. */
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
    /** Fills in the code, and moves the focus to the password. */
    fillIn: (code: string) => {
      form.setValue('emailCode', code, { shouldDirty: true, shouldValidate: true })
      form.setFocus('password')
    },
  }
}
