import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import {
  addWithdrawalAddress,
  LabelSchema,
  WithdrawalAddressSchema,
  type WithdrawalTerms,
} from '#contract/withdrawals.ts'
import { api } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { addressBookQuery } from '#lib/address-book.queries.ts'
import { NO_PROOF, PROOF_CODES, proofEntries } from './proof-schema.ts'
import { ProofFields } from './ProofFields.tsx'

interface AddAddressFormProps {
  asks: WithdrawalTerms['asks']
  email: string | null
}

const EMPTY = { address: '', label: '', ...NO_PROOF }

/** Another address to keep, with a name to know it by. */
export function AddAddressForm({ asks, email }: AddAddressFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { formProps, field, isSubmitting, failure, markSaved } = useDraftForm({
    name: 'withdrawal-address',
    schema: v.object({ address: WithdrawalAddressSchema, label: LabelSchema, ...proofEntries(asks) }),
    defaultValues: EMPTY,
    secret: ['password', 'code'],
    fieldOfCode: {
      ...PROOF_CODES,
      withdrawal_address_wrong: 'address',
      withdrawal_address_ours: 'address',
    },
    onSubmit: async (body) => {
      const book = await api.call(addWithdrawalAddress, { body })
      queryClient.setQueryData(addressBookQuery.queryKey, book)
      toast({ message: t`Address added`, tone: 'success' })
      markSaved(EMPTY)
      return false
    },
  })
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4" aria-labelledby="add-address">
      <TextField
        {...field('address')}
        label={t`Address on TRON`}
        hint={t`TRC20, begins with T`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        translate="no"
      />
      <TextField
        {...field('label')}
        label={t`Name, if you like`}
        hint={t`Such as “My cold wallet”`}
        autoComplete="off"
      />
      <ProofFields asks={asks} email={email} password={field('password')} code={field('code')} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" loading={isSubmitting}>
          <Trans>Add address</Trans>
        </Button>
      </div>
    </form>
  )
}
