import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import {
  addWithdrawalAddress,
  LabelSchema,
  WithdrawalAddressSchema,
  type AddressBook,
} from '#contract/withdrawals.ts'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { chainName } from '#lib/coin-place.ts'
import { addressBookQuery } from '#queries/address-book.queries.ts'
import { configQuery } from '#queries/config.queries.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'

interface AddAddressFormProps {
  book: AddressBook
  email: string | null
}

export function AddAddressForm({ book, email }: AddAddressFormProps) {
  const { asks, chains } = book
  const proof = useProof(asks)
  const empty = { chain: chains[0]?.chain ?? '', address: '', label: '', ...NO_PROOF }
  const { data: config } = useQuery(configQuery)
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { form, formProps, field, isSubmitting, failure, markSaved } = useDraftForm({
    name: 'withdrawal-address',
    schema: v.object({
      chain: v.picklist(chains.map(({ chain }) => chain)),
      address: WithdrawalAddressSchema,
      label: LabelSchema,
      ...proof.entries,
    }),
    defaultValues: empty,
    secret: PROOF_SECRETS,
    fieldOfCode: {
      ...proof.fieldOfCode,
      withdrawal_address_wrong: 'address',
      withdrawal_address_ours: 'address',
    },
    onSubmit: proof.guarded(async ({ password, code, ...body }) => {
      const next = await proof.send(addWithdrawalAddress, { body }, { password, code })
      queryClient.setQueryData(addressBookQuery.queryKey, next)
      toast({ message: t`Address added`, tone: 'success' })
      markSaved({ ...empty, chain: body.chain })
      return false
    }),
  })
  const chosen = form.watch('chain')
  const network = chainName(chosen, config?.chains)
  const isEvm = chains.some(({ chain, addresses }) => chain === chosen && addresses === 'evm')
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4" aria-labelledby="add-address">
      {chains.length > 1 ? (
        <SelectField
          {...field('chain')}
          label={t`Network`}
          options={chains.map(({ chain }) => ({ value: chain, label: chainName(chain, config?.chains) }))}
        />
      ) : null}
      <TextField
        {...field('address')}
        label={t`Address on ${network}`}
        hint={isEvm ? t`Starts with 0x` : t`TRC20, starts with T`}
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
      <ProofFields proof={proof} email={email} field={field} />
      <FormError>{failure}</FormError>
      <Button type="submit" block loading={isSubmitting}>
        <Trans>Add address</Trans>
      </Button>
    </form>
  )
}
