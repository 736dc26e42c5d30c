import { Trans } from '@lingui/react/macro'
import { BadgeCheck, Wallet } from 'lucide-react'
import type { Security } from '#contract/account.ts'
import type { GivenName } from '#contract/given-name.ts'
import { isLinkedWallet } from '#lib/is-linked-wallet.ts'
import { Button } from '#ui/Button.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Name } from '#ui/Name.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { WalletMark } from '#ui/WalletMark.tsx'
import { LinkWalletForm, type SignLink } from './LinkWalletForm.tsx'

export interface LinkWalletProps {
  security: Security
  /** The wallet that is connected to this device. */
  connected: { address: string; chainId: number; label: GivenName; icon: string | null } | null
  sign: SignLink
  /** What went wrong in the wallet, in words. */
  sentenceOf: (error: unknown) => string
  /** Opens the choice of wallets, or the connected one. */
  onOpenWallet: () => void
}

/** Links the wallet that is connected, or asks for one. */
export function LinkWallet({ security, connected, sign, sentenceOf, onOpenWallet }: LinkWalletProps) {
  if (connected === null) {
    return (
      <>
        <Text tone="muted">
          <Trans>Connect the wallet first. It then proves with a signature that it is yours.</Trans>
        </Text>
        <div>
          <Button icon={<Wallet aria-hidden size={19} />} onClick={onOpenWallet}>
            <Trans>Connect a wallet</Trans>
          </Button>
        </div>
      </>
    )
  }
  const { address, label: name, icon } = connected
  const label = <Name>{name}</Name>
  const linked = security.wallets.find((wallet) => isLinkedWallet(wallet, connected))
  const isLinked = linked !== undefined && linked.provenBy !== null && linked.logsIn
  return (
    <>
      <ListRow
        icon={<WalletMark src={icon} name={name} />}
        iconTone="none"
        title={
          <span className="num" translate="no">
            {shortAddress(address)}
          </span>
        }
        subtitle={
          isLinked ? (
            <Trans>{label}, connected here and linked to your account</Trans>
          ) : (
            <Trans>{label}, connected here</Trans>
          )
        }
        trailing={isLinked ? <BadgeCheck aria-hidden size={20} /> : undefined}
        chevron
        onClick={onOpenWallet}
      />
      {isLinked ? (
        <Text size={3} tone="muted">
          <Trans>To link another one, switch to it in your wallet, or connect a different wallet.</Trans>
        </Text>
      ) : (
        <>
          {linked ? (
            <Text size={3} tone="muted">
              {linked.logsIn ? (
                <Trans>
                  Already linked. If it is a smart contract wallet, link it once more: until then it cannot
                  log you in.
                </Trans>
              ) : (
                <Trans>It pays into your account already. Link it to log in with it as well.</Trans>
              )}
            </Text>
          ) : null}
          <LinkWalletForm key={address} security={security} sign={sign} sentenceOf={sentenceOf} />
        </>
      )}
    </>
  )
}
