import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { setWithdrawalWhitelist, WHITELIST_WAIT_HOURS, type AddressBook } from '#contract/withdrawals.ts'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { useProofForm } from '#features/security/proof/use-proof-form.ts'
import { addressBookQuery } from '#queries/address-book.queries.ts'
import { useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast.ts'

/** Switches the whitelist on at once, or off with a day's delay. */
export function WhitelistForm({ book, email }: { book: AddressBook; email: string | null }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { asks, whitelist } = book
  const proof = useProof(asks)
  const isEnding = whitelist.endsAt !== null
  const isOn = !whitelist.isOn || isEnding
  const hours = WHITELIST_WAIT_HOURS
  const { formProps, field, isSubmitting, failure } = useProofForm({
    name: 'whitelist',
    proof,
    onSubmit: async (given) => {
      const changed = await proof.send(setWithdrawalWhitelist, { body: { isOn } }, given)
      queryClient.setQueryData(addressBookQuery.queryKey, changed)
      toast({ message: isOn ? t`The whitelist is on` : t`The whitelist ends tomorrow`, tone: 'success' })
    },
  })
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4" aria-labelledby="whitelist">
      {isOn ? null : (
        <Note icon={<Info aria-hidden size={16} />}>
          <Trans>It ends {hours} hours after you switch it off. Until then you can change your mind.</Trans>
        </Note>
      )}
      <ProofFields proof={proof} email={email} field={field} />
      <FormError>{failure}</FormError>
      <Button type="submit" block variant={isOn ? 'secondary' : 'danger'} loading={isSubmitting}>
        {isEnding ? (
          <Trans>Keep the whitelist</Trans>
        ) : isOn ? (
          <Trans>Switch the whitelist on</Trans>
        ) : (
          <Trans>Switch the whitelist off</Trans>
        )}
      </Button>
    </form>
  )
}
