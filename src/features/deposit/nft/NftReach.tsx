import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { NftHoldings } from '#contract/wallet.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Text } from '#ui/Text.tsx'

interface NftReachProps {
  holdings: NftHoldings
  chainName: string
}

/** What the list leaves out, in words: nothing where the whole chain was read. */
export function NftReach({ holdings, chainName }: NftReachProps) {
  const { moment } = useFormat()
  const { reach, collections, unanswered, skipped } = holdings
  const since = reach.kind === 'since' ? moment(new Date(reach.at)) : ''
  return (
    <div className="grid grid-cols-1 gap-1">
      {collections.length === 0 ? (
        <Text tone="muted">
          <Trans>No NFTs found on {chainName}.</Trans>
        </Text>
      ) : null}
      {reach.kind === 'all' ? null : <Line>{reachWords(reach)}</Line>}
      {unanswered > 0 ? (
        <Line>
          <Plural
            value={unanswered}
            one="# more could not be checked just now. Refresh to try again."
            other="# more could not be checked just now. Refresh to try again."
          />
        </Line>
      ) : null}
      {skipped > 0 ? (
        <Line>
          <Plural
            value={skipped}
            one="Very many came in. # older one was not checked."
            other="Very many came in. # older ones were not checked."
          />
        </Line>
      ) : null}
    </div>
  )

  function reachWords(part: Exclude<NftHoldings['reach'], { kind: 'all' }>) {
    if (part.kind === 'none') {
      return (
        <Trans>
          {chainName} does not show Koi which NFTs came in. Koi checks only the collections that its operator
          has chosen.
        </Trans>
      )
    }
    return part.goesOn ? (
      <Trans>
        Only what came in since {since} was read from {chainName}. Refresh to look further back.
      </Trans>
    ) : (
      <Trans>
        Only what came in since {since} can be read from {chainName}.
      </Trans>
    )
  }
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Text size={3} tone="muted">
      {children}
    </Text>
  )
}
