import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { useFormat } from '#i18n/use-format.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { Text } from '#ui/Text.tsx'
import { heldOptions, optionKey } from './option-key.ts'
import type { PracticeAddressSlot, ProofSlot } from '#features/withdraw/proof-slot.ts'
import { usePlaces } from '#features/withdraw/use-places.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

interface WithdrawOptionsProps {
  terms: readonly WithdrawalTerms[]
  Proof: ProofSlot
  PracticeAddress: PracticeAddressSlot
  isOffline: boolean
}

/** Which of the coins held goes out and on which network, and the form for it. */
export function WithdrawOptions({ terms, ...rest }: WithdrawOptionsProps) {
  const { t, i18n } = useLingui()
  const { decimal } = useFormat()
  const { placeOf } = usePlaces()
  const navigate = useNavigate()
  const { option, step } = useSearch({ from: '/withdraw' })
  const held = heldOptions(terms)
  // What is being confirmed stays, though a request without an answer may have taken all of it.
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
