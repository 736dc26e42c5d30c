import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Info, ShieldCheck, ShieldOff } from 'lucide-react'
import { type AddressBook, setWithdrawalWhitelist, WHITELIST_WAIT_HOURS } from '#contract/withdrawals.ts'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { useProofForm } from '#features/security/proof/use-proof-form.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { TitledList } from '#features/security/TitledList.tsx'
import '#i18n/money-answers.ts'
import { useFormat } from '#i18n/use-format.ts'
import { addressBookQuery } from '#queries/address-book.queries.ts'
import { useProof } from '#session/use-proof.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast.ts'
import { AddAddressForm } from './AddAddressForm.tsx'
import { AddressRow } from './AddressRow.tsx'

export function AddressesPage() {
  const query = useQuery(addressBookQuery)
  const { data: security } = useQuery(securityQuery)
  return (
    <SecurityFrame
      title={<Trans>Withdrawal addresses</Trans>}
      lead={
        <Plural
          value={WHITELIST_WAIT_HOURS}
          other="With the whitelist on, you can withdraw only to addresses you added at least # hours ago. If somebody gets into your account, they cannot send your money anywhere else in that time."
        />
      }
    >
      <AnswerGate query={query}>
        {(book) => <Addresses book={book} email={security?.email ?? null} />}
      </AnswerGate>
    </SecurityFrame>
  )
}

function Addresses({ book, email }: { book: AddressBook; email: string | null }) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { addresses, whitelist } = book
  const ends = whitelist.endsAt === null ? null : moment(new Date(whitelist.endsAt))
  return (
    <>
      <Callout
        tone={whitelist.isOn ? 'success' : 'info'}
        icon={whitelist.isOn ? <ShieldCheck aria-hidden size={28} /> : <ShieldOff aria-hidden size={28} />}
        title={whitelist.isOn ? t`The whitelist is on` : t`The whitelist is off`}
      >
        {ends !== null ? (
          <Trans>It ends on {ends}. Until then only your addresses are allowed.</Trans>
        ) : whitelist.isOn ? (
          <Trans>Only the addresses below are allowed.</Trans>
        ) : (
          <Trans>Any address is allowed.</Trans>
        )}
      </Callout>
      <TitledList id="addresses" title={<Trans>Your addresses</Trans>}>
        {addresses.map((address) => (
          <AddressRow key={address.id} saved={address} isWhitelist={whitelist.isOn} />
        ))}
      </TitledList>
      <section aria-labelledby="add-address" className="grid grid-cols-1 gap-2.5">
        <Heading level={2} id="add-address">
          <Trans>Add a withdrawal address</Trans>
        </Heading>
        <AddAddressForm book={book} email={email} />
      </section>
      <section aria-labelledby="whitelist" className="grid grid-cols-1 gap-2.5">
        <Heading level={2} id="whitelist">
          <Trans>Whitelist</Trans>
        </Heading>
        <WhitelistForm key={String(whitelist.isOn && ends === null)} book={book} email={email} />
      </section>
    </>
  )
}

/** Switches the whitelist on at once, or off after a day. */
function WhitelistForm({ book, email }: { book: AddressBook; email: string | null }) {
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
