import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { NftCollection } from '#contract/wallet.ts'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Name } from '#ui/Name.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { TokenRow } from './TokenRow.tsx'

interface CollectionCardProps {
  collection: NftCollection
  /** Of the chain, without a slash at the end; null for none. */
  explorerUrl: string | null
}

/** A collection by the name its contract gives itself, and what the wallet holds of it. */
export function CollectionCard({ collection, explorerUrl }: CollectionCardProps) {
  const { t } = useLingui()
  const { contract, name, symbol, tokens, others } = collection
  const title = name ?? symbol ?? t`Collection without a name`
  return (
    <Card padding="sm" className="grid grid-cols-1 gap-2">
      <div className="min-w-0">
        <Heading
          level={4}
          size="card"
          className="wrap-anywhere"
          translate={name || symbol ? 'no' : undefined}
        >
          <Name>{title}</Name>
        </Heading>
        <Text size={2} tone="muted" num translate="no" className="wrap-anywhere">
          {name !== null && symbol !== null && symbol !== name ? (
            <>
              <Name>{symbol}</Name> <span>·</span>{' '}
            </>
          ) : null}
          <span>{shortAddress(contract)}</span>
        </Text>
      </div>
      {tokens.length > 0 ? (
        <ul className="grid grid-cols-1 gap-1.5">
          {tokens.map((token) => (
            <li key={token.id}>
              <TokenRow token={token} contract={contract} title={title} explorerUrl={explorerUrl} />
            </li>
          ))}
        </ul>
      ) : null}
      {others > 0 ? (
        <Text size={3} tone="muted">
          {tokens.length > 0 ? (
            <Plural
              value={others}
              one="The contract reports # more, but Koi cannot read which one."
              other="The contract reports # more, but Koi cannot read which ones."
            />
          ) : (
            <Plural
              value={others}
              one="The contract reports # of them, but Koi cannot read which one."
              other="The contract reports # of them, but Koi cannot read which ones."
            />
          )}
        </Text>
      ) : null}
      <span className="sr-only">
        <Trans>Contract {contract}</Trans>
      </span>
    </Card>
  )
}
