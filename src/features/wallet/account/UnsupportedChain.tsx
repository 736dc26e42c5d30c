import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { Chain } from '#contract/config.ts'
import { switchToChain } from '#features/wallet/connection/wallet.actions.ts'
import { WalletOutcome } from '#features/wallet/modal/WalletOutcome.tsx'
import { outcomeOf } from '#features/wallet/modal/outcome.ts'
import { useAction } from '#lib/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'

/** The wallet is on a network that Koi does not use: one button leads to the first that it does. */
export function UnsupportedChain({ chains }: { chains: readonly Chain[] }) {
  const switching = useAction({ run: (chain: Chain) => switchToChain(chain) })
  const [first] = chains
  if (!first) return null
  const { name } = first
  const names = chains.map((chain) => chain.name).join(', ')
  return (
    <>
      <Callout
        tone="warning"
        icon={<TriangleAlert aria-hidden size={26} />}
        title={<Trans>Your wallet is on another network</Trans>}
        action={
          <Button block loading={switching.isRunning} onClick={() => switching.run(first)}>
            <Trans>Switch to {name}</Trans>
          </Button>
        }
      >
        <Trans>Koi works with {names}.</Trans>
      </Callout>
      <WalletOutcome attempt={outcomeOf(switching.error)} />
    </>
  )
}
