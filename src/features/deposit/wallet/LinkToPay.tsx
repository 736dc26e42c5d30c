import { Trans } from '@lingui/react/macro'
import { Link2 } from 'lucide-react'
import type { Security } from '#contract/account.ts'
import { beginDepositWallet, linkDepositWallet } from '#contract/wallet.ts'
import { useAction } from '#lib/use-action.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import type { WalletSigner } from './wallet-port.ts'

interface LinkToPayProps {
  signer: WalletSigner
  onLinked: (security: Security) => void
}

/** Has the connected wallet sign once that it pays into this account. It is no way into it, so nothing else is asked. */
export function LinkToPay({ signer: { sign, sentenceOf }, onLinked }: LinkToPayProps) {
  const linking = useAction({
    run: async () => {
      const body = await sign((who) => api.call(beginDepositWallet, { body: who }))
      return api.call(linkDepositWallet, { body })
    },
    onSuccess: onLinked,
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <Callout
        icon={<Link2 aria-hidden size={26} />}
        title={<Trans>Sign once, then pay</Trans>}
        action={
          <Button block loading={linking.isRunning} onClick={() => linking.run()}>
            <Trans>Sign with this wallet</Trans>
          </Button>
        }
      >
        <Trans>
          All players send to the same Koi address. Your signature shows that transfers from this wallet are
          yours, so nobody else can claim them. It costs nothing, and does not let the wallet log in.
        </Trans>
      </Callout>
      <p role="status">
        {linking.isRunning ? (
          <Text as="span" size={3} tone="muted">
            <Trans>Sign the message in your wallet. It costs nothing.</Trans>
          </Text>
        ) : null}
      </p>
      <FormError>{linking.error === undefined ? undefined : sentenceOf(linking.error)}</FormError>
    </div>
  )
}
