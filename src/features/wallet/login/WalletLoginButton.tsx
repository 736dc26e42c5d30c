import { Trans } from '@lingui/react/macro'
import { Wallet } from 'lucide-react'
import { Button } from '#ui/Button.tsx'

/** Opens the wallet modal for a log-in. */
export function WalletLoginButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button block icon={<Wallet aria-hidden size={20} />} aria-haspopup="dialog" onClick={onOpen}>
      <Trans>Continue with wallet</Trans>
    </Button>
  )
}
