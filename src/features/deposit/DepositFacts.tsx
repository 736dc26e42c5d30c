import { Trans, useLingui } from '@lingui/react/macro'
import { Check, TriangleAlert } from 'lucide-react'
import { useFormat } from '#i18n/use-format.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Note } from '#ui/Note.tsx'
import { CONFIRMATIONS, MINIMUM_DEPOSIT_USDT } from './deposit-rate.ts'

/** Rules of a deposit by address, and what to watch out for. */
export function DepositFacts() {
  const { t } = useLingui()
  const { integer } = useFormat()
  const warnings = [
    t`Minimum deposit: ${MINIMUM_DEPOSIT_USDT} USDT. An amount below the minimum will be lost.`,
    t`Send only USDT to a deposit address.`,
    t`Ensure the network is Tron (TRC20).`,
    t`Do not use third-party tools to deposit, as funds may not be credited.`,
  ]
  return (
    <section className="grid gap-3">
      <Heading level={3}>
        <Trans>Deposit rules</Trans>
      </Heading>
      <DefinitionList
        facts={[
          { term: t`Minimum`, value: `${MINIMUM_DEPOSIT_USDT} USDT` },
          { term: t`Network`, value: 'TRON (TRC20)' },
          { term: t`Confirmations`, value: integer(CONFIRMATIONS) },
        ]}
      />
      <ul className="grid gap-2">
        {warnings.map((warning) => (
          <li key={warning}>
            <Note tone="warning" icon={<TriangleAlert aria-hidden size={17} />}>
              {warning}
            </Note>
          </li>
        ))}
        <li>
          <Note icon={<Check aria-hidden size={17} />}>
            <Trans>A deposit is credited after its last confirmation, at the rate of that moment.</Trans>
          </Note>
        </li>
      </ul>
    </section>
  )
}
