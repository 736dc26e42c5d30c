import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Mail, MailCheck } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { configQuery } from '#lib/config.queries.ts'
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
}

/** An address, and the six digits that prove it. */
export function EmailCodeFields({ email, code, emailCode, onSend }: EmailCodeFieldsProps) {
  const { t } = useLingui()
  const { isSending, sent, secondsLeft } = emailCode
  const { to: address, minutes } = sent ?? {}
  const { data: config } = useQuery(configQuery)
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
        <div role="status" className="grid gap-1">
          {sent ? (
            <Text size={3} tone="muted" className="wrap-anywhere">
              <Trans>
                A code is on its way to {address}. It works for {minutes} minutes and five tries, in this
                browser only. Nothing there? Look under spam; one address gets only so many codes a day.
              </Trans>
            </Text>
          ) : null}
          {sent && config?.mail === 'outbox' ? (
            <Text size={3} tone="muted">
              <Trans>
                This server sends no mail: whoever runs it finds the message in the folder “outbox” of its
                data.
              </Trans>
            </Text>
          ) : null}
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
