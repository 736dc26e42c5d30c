import { useLingui } from '@lingui/react/macro'
import type { Proposal } from '#contract/operator/actions.ts'
import { factText } from '#operator/parts/fact-text.ts'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'

interface ProposalFactsProps {
  proposal: Proposal
}

/** Koi's own facts of a proposal, and apart from them those that the proposer has chosen. */
export function ProposalFacts({ proposal }: ProposalFactsProps) {
  const { t } = useLingui()
  const { usd } = useConsoleFormat()
  const { action, by, usd: worth, why, words, options, json } = proposal
  const chosen = Object.entries({ ...json, ...options })
  return (
    <>
      <DefinitionList
        facts={[
          { term: t`Action`, value: action },
          { term: t`Worth`, value: worth === null ? t`No price` : usd(worth) },
          ...(words.length === 0 ? [] : [{ term: t`Applies to`, value: words.join(' '), isLong: true }]),
          { term: t`Proposed by`, value: by },
          { term: t`Their reason`, value: why, isLong: true },
        ]}
      />
      {chosen.length === 0 ? null : (
        <DefinitionList
          facts={chosen.map(([term, value]) => ({ term, value: factText(value), isLong: true }))}
        />
      )}
    </>
  )
}
