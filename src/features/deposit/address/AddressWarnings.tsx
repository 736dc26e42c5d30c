import { useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { MINIMUM_DEPOSIT } from '#contract/deposits.ts'
import { Note } from '#ui/Note.tsx'

export function AddressWarnings({ isPractice }: { isPractice: boolean }) {
  const { t } = useLingui()
  const warnings = [
    ...(isPractice ? [t`This is practice: never send real funds to this address. They would be lost.`] : []),
    t`Minimum deposit: ${MINIMUM_DEPOSIT} USDT. An amount below the minimum will be lost.`,
    t`Send only USDT to this address.`,
    t`Ensure the network is Tron (TRC20).`,
    t`Do not use third-party tools to deposit, as funds may not be credited.`,
  ]
  return (
    <ul className="grid gap-2.5">
      {warnings.map((warning) => (
        <li key={warning}>
          <Note tone="warning" icon={<TriangleAlert aria-hidden size={17} />}>
            {warning}
          </Note>
        </li>
      ))}
    </ul>
  )
}
