import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, Link2 } from 'lucide-react'
import type { LinkedWallet } from '#contract/account.ts'
import { isLinkedWallet } from '#lib/is-linked-wallet.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { buttonClass } from '#ui/button-class.ts'

interface LinkStateProps {
  address: string
  chainId: number
  /** Wallets of the player's account; undefined while they are not known. */
  linked: readonly LinkedWallet[] | undefined
}

/** Whether the wallet opens the account of the player who is logged in, and the way to make it so. */
export function LinkState({ address, chainId, linked }: LinkStateProps) {
  if (linked === undefined) return <Skeleton shape="box" height={48} />
  if (linked.some((each) => isLinkedWallet(each, { address, chainId }))) {
    return (
      <ListRow
        icon={<BadgeCheck aria-hidden size={21} />}
        iconTone="jade"
        title={<Trans>Linked to your account</Trans>}
        subtitle={<Trans>You can log in with it.</Trans>}
      />
    )
  }
  return (
    <Link to="/security/wallets" replace className={buttonClass({ block: true })}>
      <Link2 aria-hidden size={19} />
      <Trans>Link to my account</Trans>
    </Link>
  )
}
