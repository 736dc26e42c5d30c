import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ComponentType } from 'react'
import * as v from 'valibot'
import { changeEmail } from '#contract/account.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import { api } from '#session/api.ts'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { CodeField } from '#ui/CodeField.tsx'

interface ConfirmEmailFormProps {
  /** The new address. */
  email: string
  onDone: () => void
  onBack: () => void
  /** Stands in for the mail where none is sent. */
  CodeNotice: ComponentType<CodeNoticeProps>
}

const FormSchema = v.object({ emailCode: changeEmail.body.entries.emailCode })

/** The code that was sent to the new address. */
export function ConfirmEmailForm({ email, onDone, onBack, CodeNotice }: ConfirmEmailFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const { form, formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'confirm-email',
    schema: FormSchema,
    defaultValues: { emailCode: '' },
    secret: ['emailCode'],
    fieldOfCode: { email_code_invalid: 'emailCode', break_active: 'emailCode' },
    saidAs: { break_active: 'email_on_hold' },
    onSubmit: async ({ emailCode }) => {
      queryClient.setQueryData(
        securityQuery.queryKey,
        await api.call(changeEmail, { body: { email, emailCode } }),
      )
      onDone()
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <Text ref={ref} tabIndex={-1} tone="muted" className="wrap-anywhere">
        <Trans>
          We have sent a code to <strong>{email}</strong>. It works for 10 minutes.
        </Trans>
      </Text>
      <CodeNotice
        to={email}
        purpose="change"
        onCode={(code) => {
          form.setValue('emailCode', code, { shouldDirty: true, shouldValidate: true })
          form.setFocus('emailCode')
        }}
      />
      <CodeField {...field('emailCode')} kind="digits" label={t`Code from the mail`} />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" loading={isSubmitting}>
          <Trans>Change address</Trans>
        </Button>
        <Button variant="ghost" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </form>
  )
}
