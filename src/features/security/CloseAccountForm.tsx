import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { ConfirmedSchema } from '#contract/account-fields.ts'
import { closeAccount } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import '#i18n/money-answers.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { ProofFields } from './proof/ProofFields.tsx'

interface CloseAccountFormProps {
  email: string | null
  asks: Asks
  /** There is something to give up. */
  holdsMoney: boolean
  onClosed: () => void
}

/** Who the player is, and a yes; a second one to giving up what is held. */
export function CloseAccountForm(props: CloseAccountFormProps) {
  const { email, asks, holdsMoney, onClosed } = props
  const { t } = useLingui()
  const proof = useProof(asks)
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'close-account',
    schema: v.object({
      ...proof.entries,
      forfeitBalance: holdsMoney ? ConfirmedSchema : v.boolean(),
      isSure: ConfirmedSchema,
    }),
    defaultValues: { ...NO_PROOF, forfeitBalance: false, isSure: false },
    secret: [...PROOF_SECRETS, 'forfeitBalance', 'isSure'],
    fieldOfCode: proof.fieldOfCode,
    onSubmit: proof.guarded(async ({ forfeitBalance, isSure: _isSure, ...given }) => {
      await proof.send(closeAccount, { body: holdsMoney ? { forfeitBalance } : {} }, given)
      onClosed()
    }),
  })
  return (
    <form {...formProps} className="grid gap-4">
      <ProofFields proof={proof} email={email} field={field} />
      {holdsMoney ? (
        <CheckboxField
          {...field('forfeitBalance')}
          label={t`I give up the money in this account`}
          hint={t`It goes to the house.`}
        />
      ) : null}
      <CheckboxField {...field('isSure')} label={t`I want to close my account for good`} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" variant="danger" loading={isSubmitting}>
          <Trans>Close account</Trans>
        </Button>
      </div>
    </form>
  )
}
