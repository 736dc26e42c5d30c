import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { isSameAddress } from '#contract/same-address.ts'
import { setNftPicture } from '#contract/nft-picture.ts'
import { beginDepositWallet, linkDepositWallet, type NftCollection } from '#contract/wallet.ts'
import { useAction } from '#lib/use-action.ts'
import { nftPictureQuery } from '#queries/nft-picture.queries.ts'
import { api } from '#session/api.ts'
import { updateUser } from '#session/user.actions.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { FormError } from '#ui/FormError.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import type { NftViewer, NftWallet } from './nft-wallet.ts'

interface UseAsPictureProps {
  token: {
    address: string
    chainId: number
    contract: NftCollection['contract']
    standard: NftCollection['standard']
    id: string
  }
  wallet: NftWallet
  viewer: NftViewer
  onDone: () => void
}

/** Sets the NFT as profile picture. A wallet that is not linked yet signs first that it is the player's. */
export function UseAsPicture({ token, wallet, viewer, onDone }: UseAsPictureProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { isSignedIn, signer } = viewer
  const from = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const { data: current } = useQuery({ ...nftPictureQuery, enabled: isSignedIn })
  const change = useAction({
    run: async () => {
      if (!wallet.isLinked) {
        const body = await signer.sign((who) => api.call(beginDepositWallet, { body: who }))
        signer.onLinked(await api.call(linkDepositWallet, { body }))
      }
      const { address, chainId, contract, standard, id } = token
      return api.call(setNftPicture, { body: { address, chainId, contract, standard, id } })
    },
    onSuccess: (user) => {
      updateUser(user)
      void queryClient.invalidateQueries({ queryKey: nftPictureQuery.queryKey })
      toast({ message: t`Picture changed`, tone: 'success' })
      onDone()
    },
  })
  if (!isSignedIn) {
    return (
      <Link to="/accout" search={{ from }} className={buttonClass({ variant: 'secondary', block: true })}>
        <Trans>Log in to use it as your picture</Trans>
      </Link>
    )
  }
  const isCurrent =
    current?.chainId === token.chainId &&
    current.id === token.id &&
    isSameAddress(current.contract, token.contract)
  if (isCurrent) {
    return (
      <Note icon={<CircleCheck aria-hidden size={16} />}>
        <Trans>This is your profile picture.</Trans>
      </Note>
    )
  }
  return (
    <div className="grid gap-2.5">
      {wallet.isLinked ? null : (
        <Text size={3} tone="muted">
          <Trans>
            Sign once that this wallet is yours. It costs nothing, links the wallet to your account, and does
            not let it log in.
          </Trans>
        </Text>
      )}
      <FormError>{change.error === undefined ? undefined : signer.sentenceOf(change.error)}</FormError>
      <Button block loading={change.isRunning} onClick={() => change.run()}>
        {wallet.isLinked ? <Trans>Use as profile picture</Trans> : <Trans>Sign and use as picture</Trans>}
      </Button>
      <p role="status" className="empty:hidden">
        {change.isRunning && !wallet.isLinked ? (
          <Text as="span" size={3} tone="muted">
            <Trans>Sign the message in your wallet. It costs nothing.</Trans>
          </Text>
        ) : null}
      </p>
    </div>
  )
}
