import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Copy, ExternalLink } from 'lucide-react'
import { isolatedName, type GivenName } from '#contract/given-name.ts'
import type { NftCollection } from '#contract/wallet.ts'
import { useFormat } from '#i18n/use-format.ts'
import { TokenPicture } from '#ui/art/TokenPicture.tsx'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { iconButtonClass } from '#ui/icon-button-class.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Name } from '#ui/Name.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { useCopy } from '#ui/use-copy.ts'

interface CollectionCardProps {
  collection: NftCollection
  /** Without a slash at the end; null if there is no explorer. */
  explorerUrl: string | null
}

/** Uses the name from the contract. */
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

/** Longer numbers are shortened to their ends. */
const MAX_DIGITS = 12
const ENDS = 5

interface TokenRowProps {
  token: NftCollection['tokens'][number]
  contract: string
  /** Name of the collection. */
  title: GivenName
  explorerUrl: string | null
}

/** Token numbers may have 78 digits. */
function TokenRow({ token: { id, amount }, contract, title, explorerUrl }: TokenRowProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const copy = useCopy()
  const named = isolatedName(title)
  const isLong = id.length > MAX_DIGITS
  const short = isLong ? `${id.slice(0, ENDS)}…${id.slice(-ENDS)}` : id
  const count = decimal(amount, 0)
  return (
    <div className="flex items-center gap-3">
      <TokenPicture contract={contract} id={id} size={44} />
      <div className="flex-1 min-w-0">
        <Text weight={650} num translate="no" className="wrap-anywhere">
          <span aria-hidden={isLong}>{`#${short}`}</span>
          {isLong ? <span className="sr-only">{`#${id}`}</span> : null}
        </Text>
        {amount === '1' ? null : (
          <Text size={2} tone="muted" num className="wrap-anywhere">
            <Trans>{count} of them</Trans>
          </Text>
        )}
      </div>
      <div className="flex shrink-0">
        <IconButton
          label={t`Copy number ${short} of ${named}`}
          variant="plain"
          onClick={() => void copy(id, t`Number copied`)}
        >
          <Copy aria-hidden size={18} />
        </IconButton>
        {explorerUrl === null ? null : (
          <a
            href={`${explorerUrl}/token/${contract}?a=${id}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t`${named} number ${short} in the explorer`}
            className={iconButtonClass('plain')}
          >
            <ExternalLink aria-hidden size={18} />
          </a>
        )}
      </div>
    </div>
  )
}
