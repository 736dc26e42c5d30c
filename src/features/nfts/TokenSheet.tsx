import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { Chain } from '#contract/config.ts'
import { isolatedName, type GivenName } from '#contract/given-name.ts'
import { nftPicturePath, type NftCollection } from '#contract/wallet.ts'
import { useFormat } from '#i18n/use-format.ts'
import { TokenPicture } from '#ui/art/TokenPicture.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Name } from '#ui/Name.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { useCopy } from '#ui/use-copy.ts'
import type { NftViewer, NftWallet } from './nft-wallet.ts'
import { shortTokenId, tokenKey } from './token-key.ts'
import { UseAsPicture } from './UseAsPicture.tsx'

interface TokenSheetProps {
  collection: NftCollection
  title: GivenName
  wallet: NftWallet
  chain: Chain
  viewer: NftViewer
}

/** The token of this collection that the address of the page names. */
export function TokenSheet({ collection, title, wallet, chain, viewer }: TokenSheetProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const copy = useCopy()
  const asked = useSearch({ strict: false, select: (search) => search.nft })
  const close = useCloseToken()
  const { contract, name, symbol, isSpam, tokens } = collection
  const place = { address: wallet.address, chainId: chain.id, contract }
  const token = tokens.find(({ id }) => tokenKey({ ...place, id }) === asked)
  // Keep the content while the sheet closes.
  const [shown, setShown] = useState(token)
  if (token && token !== shown) setShown(token)
  if (!shown) return null
  const { id, amount } = shown
  const short = shortTokenId(id)
  const named = isolatedName(title)
  return (
    <Overlay
      open={token !== undefined}
      onClose={close}
      placement="bottom"
      title={`${named} #${short}`}
      footer={
        <UseAsPicture
          token={{ ...place, id, standard: collection.standard }}
          wallet={wallet}
          viewer={viewer}
          onDone={close}
        />
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <TokenPicture
          src={isSpam ? undefined : nftPicturePath(chain.id, contract, id)}
          contract={contract}
          id={id}
          className="w-full max-w-64 mx-auto rounded-4"
        />
        <DefinitionList
          facts={[
            {
              term: t`Collection`,
              value: (
                <span className="wrap-anywhere" translate={name || symbol ? 'no' : undefined}>
                  <Name>{title}</Name>
                  {name !== null && symbol !== null && symbol !== name ? (
                    <>
                      <span>{' · '}</span>
                      <Name>{symbol}</Name>
                    </>
                  ) : null}
                </span>
              ),
            },
            {
              term: t`Token number`,
              value: (
                <span className="inline-flex items-center gap-1" translate="no">
                  <span aria-hidden={short !== id}>{`#${short}`}</span>
                  {short === id ? null : <span className="sr-only">{`#${id}`}</span>}
                  <IconButton
                    label={t`Copy number ${short} of ${named}`}
                    variant="plain"
                    className="-my-3"
                    onClick={() => void copy(id, t`Number copied`)}
                  >
                    <Copy aria-hidden size={16} />
                  </IconButton>
                </span>
              ),
            },
            ...(amount === '1' ? [] : [{ term: t`Quantity`, value: decimal(amount, 0) }]),
            { term: t`Network`, value: <span translate="no">{chain.name}</span> },
            {
              term: t`Contract`,
              value: (
                <span translate="no">
                  <span aria-hidden>{shortAddress(contract)}</span>
                  <span className="sr-only">{contract}</span>
                </span>
              ),
            },
          ]}
        />
        {chain.explorerUrl === null ? null : (
          <a
            href={`${chain.explorerUrl}/token/${contract}?a=${id}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t`${named} number ${short} in the explorer`}
            className={buttonClass({ variant: 'ghost', block: true })}
          >
            <ExternalLink aria-hidden size={18} />
            <Trans>Show in the explorer</Trans>
          </a>
        )}
      </div>
    </Overlay>
  )
}

function useCloseToken(): () => void {
  const navigate = useNavigate()
  const router = useRouter()
  return () => {
    const { search, state } = router.state.location
    if (search.nft === undefined) return
    if (state.openedPanel) router.history.back()
    else {
      void navigate({
        to: '.',
        search: ({ nft: _, ...rest }) => rest,
        replace: true,
        resetScroll: false,
      })
    }
  }
}
