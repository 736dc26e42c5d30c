import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { changeEmail, requestEmailChange } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { Done } from '#features/security/Done.tsx'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { api } from '#session/api.ts'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof } from '#session/use-proof.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ageOf } from '#lib/age.ts'
import { draftNameOf, readDraft, removeDraft, writeDraft } from '#session/form-draft.ts'
import { currentUser } from '#session/user.state.ts'

type Stage = { at: 'address' } | { at: 'code'; email: string } | { at: 'done'; email: string }

export function ChangeEmailPage({ CodeNotice }: { CodeNotice: ComponentType<CodeNoticeProps> }) {
  const { t } = useLingui()
  const query = useQuery(securityQuery)
  const [stage, setStage] = useState<Stage>(firstStage)
  return (
    <SecurityFrame title={<Trans>E-mail address</Trans>}>
      <AnswerGate query={query}>
        {({ email, asks }) => {
          if (stage.at === 'done') {
            const next = stage.email
            return (
              <Done title={<Trans>Your address is {next}</Trans>}>
                <Trans>Log in with it from now on. Every other device is logged out.</Trans>
              </Done>
            )
          }
          if (stage.at === 'code') {
            return (
              <ConfirmEmailForm
                email={stage.email}
                CodeNotice={CodeNotice}
                onDone={() => {
                  forgetSentTo()
                  setStage({ at: 'done', email: stage.email })
                }}
                onBack={() => {
                  forgetSentTo()
                  setStage({ at: 'address' })
                }}
              />
            )
          }
          const shown = email ?? t`none yet`
          return (
            <>
              <Text tone="muted" className="wrap-anywhere">
                <Trans>
                  Now: <strong>{shown}</strong>
                </Trans>
              </Text>
              <NewEmailForm
                email={email}
                asks={asks}
                onSent={(next) => setStage({ at: 'code', email: next })}
              />
            </>
          )
        }}
      </AnswerGate>
    </SecurityFrame>
  )
}

function firstStage(): Stage {
  const email = readSentTo()
  return email === null ? { at: 'address' } : { at: 'code', email }
}

interface NewEmailFormProps {
  /** The current address. */
  email: string | null
  asks: Asks
  onSent: (email: string) => void
}

/** Sends a code to the new address. */
function NewEmailForm({ email, asks, onSent }: NewEmailFormProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const proof = useProof(asks)
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'change-email',
    schema: v.object({ ...proof.entries, email: requestEmailChange.body.entries.email }),
    defaultValues: { email: '', ...NO_PROOF },
    secret: PROOF_SECRETS,
    fieldOfCode: proof.fieldOfCode,
    onSubmit: proof.guarded(async ({ email: next, ...given }) => {
      const body = { email: next, locale }
      const { expiresInS } = await proof.send(requestEmailChange, { body }, given)
      keepSentTo(next, expiresInS)
      onSent(next)
    }),
  })
  return (
    <form {...formProps} className="grid gap-4">
      <TextField
        {...field('email')}
        label={t`New e-mail address`}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        icon={<Mail aria-hidden size={19} />}
      />
      <ProofFields proof={proof} email={email} field={field} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" loading={isSubmitting}>
          <Trans>Send a code</Trans>
        </Button>
      </div>
    </form>
  )
}

interface ConfirmEmailFormProps {
  /** The new address. */
  email: string
  onDone: () => void
  onBack: () => void
  /** Shows the code if the server sends no mail. */
  CodeNotice: ComponentType<CodeNoticeProps>
}

const FormSchema = v.object({ emailCode: changeEmail.body.entries.emailCode })

function ConfirmEmailForm({ email, onDone, onBack, CodeNotice }: ConfirmEmailFormProps) {
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

const NONE = { email: '', sentAt: '', worksFor: '' }
const nameOf = () => draftNameOf(currentUser.get().uid, 'email-change-sent')

/** The new address that waits for its code. Stored, because the player reads the mail in another app. */
function readSentTo(): string | null {
  const { email, sentAt, worksFor } = readDraft(nameOf(), NONE, [])
  const isOpen = ageOf(Number(sentAt)) < Number(worksFor)
  return typeof email === 'string' && email !== '' && isOpen ? email : null
}

/** Stores it for as long as the code is valid. */
function keepSentTo(email: string, expiresInS: number): void {
  writeDraft(nameOf(), { email, sentAt: `${Date.now()}`, worksFor: `${expiresInS * 1000}` }, NONE, [])
}

function forgetSentTo(): void {
  removeDraft(nameOf())
}
