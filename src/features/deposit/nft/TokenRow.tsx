import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, ExternalLink } from 'lucide-react'
import type { NftCollection } from '#contract/wallet.ts'
import { useFormat } from '#i18n/use-format.ts'
import { isolatedName, type GivenName } from '#contract/given-name.ts'
import { TokenPicture } from '#ui/art/TokenPicture.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { iconButtonClass } from '#ui/icon-button-class.ts'
import { Text } from '#ui/Text.tsx'
import { useCopy } from '#ui/use-copy.ts'

/** Longer numbers are shown by their ends. */
const MAX_DIGITS = 12
const ENDS = 5

interface TokenRowProps {
  token: NftCollection['tokens'][number]
  contract: string
  /** Name of the collection. */
  title: GivenName
  explorerUrl: string | null
}

/** One token by its number, which may have 78 digits. */
export function TokenRow({ token: { id, amount }, contract, title, explorerUrl }: TokenRowProps) {
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
