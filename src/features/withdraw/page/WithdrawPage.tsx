import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { connection } from '#api/connection.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { usePlaces } from '#features/withdraw/use-places.ts'
import '#i18n/money-answers.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Banner } from '#ui/Banner.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { WithdrawalList } from '#features/withdraw/progress/WithdrawalList.tsx'
import { WithdrawalSheet } from '#features/withdraw/progress/WithdrawalSheet.tsx'
import type { PracticeAddressSlot, ProofSlot } from '#features/withdraw/proof-slot.ts'
import { termsQuery } from '#features/withdraw/withdraw.queries.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { Text } from '#ui/Text.tsx'
import { heldOptions, optionKey } from './option-key.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

export function WithdrawPage(slots: { Proof: ProofSlot; PracticeAddress: PracticeAddressSlot }) {
  const terms = useQuery(termsQuery)
  const isPractice = useIsPractice()
  const isOffline = useStore(connection) === 'offline'
  return (
    <PageFrame
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          <Trans>Withdraw</Trans>
          {isPractice ? <PracticeTag /> : null}
        </span>
      }
      lead={<Trans>To your own wallet at any time, even during a break from play.</Trans>}
      parent={
        <Link to="/history" search={{ view: 'money' }} className={sectionLinkClass}>
          <ChevronLeft aria-hidden size={16} />
          <Trans>Money history</Trans>
        </Link>
      }
      aside={<WithdrawalList />}
    >
      {isOffline ? (
        <Banner inset tone="offline">
          <Trans>
            You are offline. What you see was saved on this device; withdrawing needs a connection.
          </Trans>
        </Banner>
      ) : null}
      <AnswerGate query={terms}>
        {(all) => <WithdrawOptions terms={all} isOffline={isOffline} {...slots} />}
      </AnswerGate>
      <WithdrawalSheet />
    </PageFrame>
  )
}

interface WithdrawOptionsProps {
  terms: readonly WithdrawalTerms[]
  Proof: ProofSlot
  PracticeAddress: PracticeAddressSlot
  isOffline: boolean
}

/** Choice of coin and network, with the form. */
function WithdrawOptions({ terms, ...rest }: WithdrawOptionsProps) {
  const { t, i18n } = useLingui()
  const { decimal } = useFormat()
  const { placeOf } = usePlaces()
  const navigate = useNavigate()
  const { option, step } = useSearch({ from: '/withdraw' })
  const held = heldOptions(terms)
  // Keep the option that is being confirmed, although an unanswered request may have withdrawn all of it.
  const open = step === 'confirm' ? terms : held
  const chosen = open.find((each) => optionKey(each) === option) ?? held[0]
  if (!chosen) {
    const places = new Intl.ListFormat(i18n.locale).format(terms.map(placeOf))
    return (
      <Text tone="muted">
        <Trans>You have nothing to withdraw yet. What can be withdrawn: {places}.</Trans>
      </Text>
    )
  }
  return (
    <>
      {held.length > 1 ? (
        <SelectField
          label={t`Coin and network`}
          value={optionKey(chosen)}
          options={held.map((each) => ({
            value: optionKey(each),
            label: `${placeOf(each)} (${decimal(each.available, 2)})`,
          }))}
          onChange={(event) =>
            void navigate({
              to: '/withdraw',
              search: { option: event.target.value },
              replace: true,
              resetScroll: false,
            })
          }
        />
      ) : null}
      <WithdrawForm key={optionKey(chosen)} terms={chosen} {...rest} />
    </>
  )
}
