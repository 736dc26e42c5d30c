import { Trans } from '@lingui/react/macro'
import { Wallet } from 'lucide-react'
import { Button } from '#ui/Button.tsx'

/** Begins a log-in with a wallet; the rest happens in the wallet's own window over the page. */
export function WalletLoginButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button block icon={<Wallet aria-hidden size={20} />} aria-haspopup="dialog" onClick={onOpen}>
      <Trans>Continue with wallet</Trans>
    </Button>
  )
}
