import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { WHITELIST_WAIT_HOURS, type AddressBook } from '#contract/withdrawals.ts'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { TitledList } from '#features/security/TitledList.tsx'
import '#i18n/money-answers.ts'
import { useFormat } from '#i18n/use-format.ts'
import { addressBookQuery } from '#queries/address-book.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Callout } from '#ui/Callout.tsx'
import { Heading } from '#ui/Heading.tsx'
import { AddAddressForm } from './AddAddressForm.tsx'
import { AddressRow } from './AddressRow.tsx'
import { WhitelistForm } from './WhitelistForm.tsx'

/** Addresses for withdrawals: those there are, another one, and whether only they are allowed. */
export function AddressesPage({ email }: { email: string | null }) {
  const query = useQuery(addressBookQuery)
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
      <AnswerGate query={query}>{(book) => <Addresses book={book} email={email} />}</AnswerGate>
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
