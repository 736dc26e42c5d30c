import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listOperatedChains } from '#contract/operator/chains.ts'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { operatorQuery } from '#operator/session/queries.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ChainPanel } from './ChainPanel.tsx'
import { FindDeposit } from './FindDeposit.tsx'
import { Unattributed } from './Unattributed.tsx'

const READ_EVERY_MS = 15_000

export function ChainsPage() {
  const { t } = useLingui()
  const query = useQuery({ ...operatorQuery(listOperatedChains), refetchInterval: READ_EVERY_MS })
  return (
    <ConsolePage title={t`Chains`} lead={t`How far each is read, and what is held on it.`}>
      <FindDeposit />
      <PageGate query={query} rows={4}>
        {(chains) =>
          chains.length === 0 ? (
            <EmptyState title={t`No chains`} detail={t`The configuration names them.`} />
          ) : (
            <div className="grid grid-cols-1 xl:grid-cols-2 gap-4.5 items-start">
              {chains.map((chain) => (
                <ChainPanel key={chain.chain} chain={chain} />
              ))}
            </div>
          )
        }
      </PageGate>
      <Unattributed />
    </ConsolePage>
  )
}
