import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { Suspense, useState } from 'react'
import { coinSymbol } from '#contract/values.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { useFormat } from '#i18n/use-format.ts'
import { fieldText } from '#lib/typed-number.ts'
import { typedToWire } from '#lib/typed-to-wire.ts'
import { addressBookQuery } from '#queries/address-book.queries.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ChipRow } from '#ui/ChipRow.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Name } from '#ui/Name.tsx'
import { Note } from '#ui/Note.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { textLinkClass } from '#ui/text-link-class.ts'
import { ConfirmSheet } from '#features/withdraw/confirm/ConfirmSheet.tsx'
import { optionKey } from './option-key.ts'
import type { PracticeAddressSlot, ProofSlot } from '#features/withdraw/proof-slot.ts'
import { usePlaces } from '#features/withdraw/use-places.ts'
import { useWithdrawSheet } from '#features/withdraw/use-withdraw-sheet.ts'
import {
  arriving,
  isPossible,
  withdrawalSchema,
  type WithdrawalDraft,
} from '#features/withdraw/withdraw-form.ts'

interface WithdrawFormProps {
  terms: WithdrawalTerms
  Proof: ProofSlot
  PracticeAddress: PracticeAddressSlot
  isOffline: boolean
}

const EMPTY = { amount: '', address: '' }

export function WithdrawForm({ terms, Proof, PracticeAddress, isOffline }: WithdrawFormProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { open } = useWithdrawSheet()
  const book = useQuery(addressBookQuery).data
  const [draft, setDraft] = useState<WithdrawalDraft>()
  const { form, formProps, field, failure, markSaved } = useDraftForm({
    name: `withdraw.${optionKey(terms)}`,
    schema: withdrawalSchema(terms),
    defaultValues: EMPTY,
    onSubmit: async (values) => {
      setDraft(values)
      open({ step: 'confirm', option: optionKey(terms) })
      return false
    },
  })
  const [amount, address] = form.watch(['amount', 'address'])
  const { coin, chain, addresses, minimum, available, fee, whitelist } = terms
  const { networkOf, fullNetworkOf, withCoin } = usePlaces()
  const symbol = coinSymbol(coin)
  const network = networkOf(chain)
  const kept = book?.addresses.filter((each) => each.chain === chain) ?? []
  const arrives = isPossible(amount, terms) ? arriving(typedToWire(amount, terms.decimals), terms) : null
  const least = decimal(minimum, 0)
  const most = decimal(available, 2)
  const put = (name: 'amount' | 'address', value: string) =>
    form.setValue(name, value, { shouldValidate: true, shouldDirty: true })
  return (
    <>
      <form {...formProps} className="grid grid-cols-1 gap-4" aria-label={t`Withdraw`}>
        <NumberField
          {...field('amount')}
          value={amount}
          label={t`Amount in ${symbol}`}
          hint={t`At least ${least}. You have ${most} available.`}
          trailing={
            <Button variant="ghost" size="sm" onClick={() => put('amount', fieldText(available))}>
              <Trans>Max</Trans>
            </Button>
          }
        />
        <TextField
          {...field('address')}
          label={t`Your address on ${network}`}
          hint={
            addresses === 'tron'
              ? t`TRC20, starts with T. Money sent to a wrong address is lost.`
              : t`Starts with 0x. Money sent to a wrong address or on another network is lost.`
          }
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          translate="no"
        />
        {terms.isPractice ? (
          <Suspense fallback={null}>
            <PracticeAddress addresses={addresses} onChoose={(own) => put('address', own)} />
          </Suspense>
        ) : null}
        {kept.length > 0 ? (
          <div className="-mx-4">
            <ChipRow label={t`Saved addresses`}>
              {kept.map((each) => (
                <Chip
                  key={each.id}
                  selected={each.address === address}
                  onClick={() => put('address', each.address)}
                >
                  {each.label ? <Name>{each.label}</Name> : shortAddress(each.address)}
                </Chip>
              ))}
            </ChipRow>
          </div>
        ) : null}
        {whitelist.isOn ? (
          <Note icon={<ListChecks aria-hidden size={16} />}>
            <Trans>
              Your whitelist is on: money goes only to{' '}
              <Link to="/security/addresses" className={textLinkClass}>
                addresses you added
              </Link>{' '}
              more than 24 hours ago.
            </Trans>
          </Note>
        ) : null}
        <DefinitionList
          facts={[
            { term: t`Network`, value: fullNetworkOf(chain) },
            { term: t`Fee`, value: withCoin(fee, coin) },
            { term: t`Arrives`, value: arrives === null ? '–' : withCoin(arrives, coin) },
          ]}
        />
        <FormError>{failure}</FormError>
        <Button type="submit" block disabled={isOffline}>
          <Trans>Continue</Trans>
        </Button>
      </form>
      <ConfirmSheet
        terms={terms}
        draft={draft}
        Proof={Proof}
        onRefused={(name, code) =>
          form.setError(name, { type: 'server', message: code }, { shouldFocus: true })
        }
        onDone={() => markSaved(EMPTY)}
      />
    </>
  )
}
