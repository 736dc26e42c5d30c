import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { PastPair } from './PastPair.tsx'
import { usePastPairs } from './use-past-pairs.ts'

/** Pairs that are no longer played with, each with its revealed server seed. */
export function PastPairs() {
  const { read, loadMore } = usePastPairs()
  return (
    <section className="grid grid-cols-1 gap-2.5">
      <Heading level={3} size="card">
        <Trans>Revealed pairs</Trans>
      </Heading>
      {read === 'loading' ? (
        <div aria-busy="true">
          <Skeleton shape="box" height="5rem" />
        </div>
      ) : read === 'failed' ? (
        <Text size={3} tone="muted">
          <Trans>They cannot be read now. Reload the page to try again.</Trans>
        </Text>
      ) : read.pairs.length === 0 ? (
        <Text size={3} tone="muted">
          <Trans>None yet. Play, then rotate the seeds. The server seed of those bets appears here.</Trans>
        </Text>
      ) : (
        <ul className="grid grid-cols-1 gap-2.5">
          {read.pairs.map((pair) => (
            <PastPair key={pair.serverSeedHash} pair={pair} />
          ))}
        </ul>
      )}
      {typeof read === 'object' && read.next !== undefined ? (
        <Button variant="secondary" size="sm" onClick={() => void loadMore()}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </section>
  )
}
