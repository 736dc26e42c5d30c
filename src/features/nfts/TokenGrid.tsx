import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { Chain } from '#contract/config.ts'
import type { GivenName } from '#contract/given-name.ts'
import { nftPicturePath, type NftCollection } from '#contract/wallet.ts'
import { useFormat } from '#i18n/use-format.ts'
import { TokenPicture } from '#ui/art/TokenPicture.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Name } from '#ui/Name.tsx'
import { PictureTileContent } from '#ui/PictureTileContent.tsx'
import { pictureTileClass } from '#ui/picture-tile-class.ts'
import { Text } from '#ui/Text.tsx'
import type { NftViewer, NftWallet } from './nft-wallet.ts'
import { shortTokenId, tokenKey } from './token-key.ts'
import { TokenSheet } from './TokenSheet.tsx'

interface TokenGridProps {
  collections: readonly NftCollection[]
  wallet: NftWallet
  chain: Chain
  viewer: NftViewer
}

/** Tokens as pictures. Tokens that look like a lure are hidden until the player asks for them. */
export function TokenGrid({ collections, wallet, chain, viewer }: TokenGridProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const [isAllShown, setIsAllShown] = useState(false)
  const hidden = collections.filter(({ isSpam }) => isSpam)
  const hiddenCount = hidden.reduce((sum, { tokens, others }) => sum + tokens.length + others, 0)
  const shown = isAllShown
    ? [...collections.filter(({ isSpam }) => !isSpam), ...hidden]
    : collections.filter(({ isSpam }) => !isSpam)
  const titleOf = ({ name, symbol }: NftCollection): GivenName =>
    name ?? symbol ?? t`Collection without a name`
  return (
    <>
      <ul className="grid grid-cols-2 sm:grid-cols-3 gap-2.5 empty:hidden">
        {shown.flatMap((collection) =>
          collection.tokens.map(({ id, amount }) => {
            const { contract, isSpam } = collection
            const count = decimal(amount, 0)
            const hasName = collection.name !== null || collection.symbol !== null
            return (
              <li key={`${contract} ${id}`}>
                <Link
                  to="/profile/nfts"
                  search={{ nft: tokenKey({ address: wallet.address, chainId: chain.id, contract, id }) }}
                  state={{ openedPanel: true }}
                  resetScroll={false}
                  aria-haspopup="dialog"
                  className={pictureTileClass}
                >
                  <PictureTileContent
                    picture={
                      <TokenPicture
                        // A lure is not given a picture.
                        src={isSpam ? undefined : nftPicturePath(chain.id, contract, id)}
                        contract={contract}
                        id={id}
                      />
                    }
                    badge={
                      isSpam ? (
                        <Badge>
                          <Trans>Hidden</Trans>
                        </Badge>
                      ) : undefined
                    }
                    title={
                      <span translate={hasName ? 'no' : undefined}>
                        <Name>{titleOf(collection)}</Name>
                      </span>
                    }
                    detail={
                      <>
                        <span translate="no">{`#${shortTokenId(id)}`}</span>
                        {amount === '1' ? null : (
                          <>
                            <span>{' · '}</span>
                            <Trans>{count} of them</Trans>
                          </>
                        )}
                      </>
                    }
                  />
                </Link>
              </li>
            )
          }),
        )}
      </ul>
      {shown
        .filter(({ others }) => others > 0)
        .map((collection) => {
          const { contract, others } = collection
          return (
            <Text key={contract} size={3} tone="muted" className="wrap-anywhere">
              <Name>{titleOf(collection)}</Name>
              <span>{': '}</span>
              <Plural
                value={others}
                one="the contract reports # more, but Koi cannot read which one."
                other="the contract reports # more, but Koi cannot read which ones."
              />
            </Text>
          )
        })}
      {hiddenCount > 0 ? (
        <div className="grid gap-2 justify-items-start">
          <Button
            variant="secondary"
            size="sm"
            icon={<EyeOff aria-hidden size={16} />}
            aria-expanded={isAllShown}
            onClick={() => setIsAllShown(!isAllShown)}
          >
            {isAllShown ? (
              <Plural value={hiddenCount} one="Hide # again" other="Hide # again" />
            ) : (
              <Plural value={hiddenCount} one="# hidden: show it" other="# hidden: show them" />
            )}
          </Button>
          <Text size={3} tone="muted">
            <Trans>
              Hidden is what promises a gift, names a web address or has no name. Anybody can send you such an
              NFT: do not follow what it says.
            </Trans>
          </Text>
        </div>
      ) : null}
      {collections.map((collection) => (
        <TokenSheet
          key={collection.contract}
          collection={collection}
          title={titleOf(collection)}
          wallet={wallet}
          chain={chain}
          viewer={viewer}
        />
      ))}
    </>
  )
}
