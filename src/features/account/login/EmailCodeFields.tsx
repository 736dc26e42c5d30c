import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Mail, MailCheck } from 'lucide-react'
import type { ComponentProps, ComponentType, KeyboardEvent } from 'react'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { useEmailCode } from './use-email-code.ts'

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>

interface EmailCodeFieldsProps {
  email: FieldProps
  code: FieldProps
  emailCode: ReturnType<typeof useEmailCode>
  /** Checks the address and sends the code. */
  onSend: () => void
  /** Puts a code into its field. */
  onCode: (code: string) => void
  /** Stands in for the mail where none is sent. */
  CodeNotice: ComponentType<CodeNoticeProps>
}

/** An address, and the six digits that prove it. */
export function EmailCodeFields({
  email,
  code,
  emailCode,
  onSend,
  onCode,
  CodeNotice,
}: EmailCodeFieldsProps) {
  const { t } = useLingui()
  const { purpose, isSending, sent, secondsLeft } = emailCode
  const { to: address, minutes } = sent ?? {}
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || sent) return
    event.preventDefault()
    onSend()
  }
  return (
    <>
      <TextField
        {...email}
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
          onClick={onSend}
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
          {sent ? <CodeNotice key={sent.at} to={sent.to} purpose={purpose} onCode={onCode} /> : null}
        </div>
      </div>
      <TextField
        {...code}
        label={t`6-digit code`}
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        placeholder="123456"
      />
    </>
  )
}
