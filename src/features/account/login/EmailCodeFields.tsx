import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Mail, MailCheck } from 'lucide-react'
import type { ComponentProps, ComponentType, KeyboardEvent } from 'react'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useEmailCode, type EmailCodeForm, type EmailCodePurpose } from './use-email-code.ts'

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>

interface EmailCodeFieldsProps {
  purpose: EmailCodePurpose
  form: EmailCodeForm
  /** What the form gives for its `email` and its `emailCode`. */
  field: (name: 'email' | 'emailCode') => FieldProps
  /** Shows why no code was sent; undefined when a new try begins. */
  setFailure: (error: unknown) => void
  /** Stands in for the mail where none is sent. */
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
