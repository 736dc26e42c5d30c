import { Trans } from '@lingui/react/macro'
import { CircleCheck, CircleSlash, Radio, TriangleAlert } from 'lucide-react'
import type { Chain } from '#contract/config.ts'
import { Callout } from '#ui/Callout.tsx'
import type { Payment } from './wallet-deposit.state.ts'
import type { WalletPort } from './wallet-port.ts'

interface PaymentOutcomeProps {
  payment: Payment
  wallet: WalletPort
  chain: Chain
  walletChainId: number
}

/** Progress between page and wallet; the list shows what happens on the chain. */
export function PaymentOutcome({ payment, wallet, chain, walletChainId }: PaymentOutcomeProps) {
  const { name } = chain
  switch (payment.status) {
    case 'none':
      return walletChainId === chain.id ? null : (
        <Callout
          icon={<Radio aria-hidden size={26} />}
          title={<Trans>Your wallet is on another network</Trans>}
        >
          <Trans>Koi asks your wallet to switch to {name} first.</Trans>
        </Callout>
      )
    case 'preparing':
      return null
    case 'switching': {
      const { chain: target } = payment
      return (
        <div role="status">
          <Callout
            icon={<Radio aria-hidden size={26} />}
            title={<Trans>Switch to {target} in your wallet</Trans>}
          >
            <Trans>Then you can pay.</Trans>
          </Callout>
        </div>
      )
    }
    case 'confirming':
    case 'telling':
      return (
        <div role="status">
          <Callout icon={<Radio aria-hidden size={26} />} title={<Trans>Confirm in your wallet</Trans>}>
            <Trans>Nothing is sent until you do.</Trans>
          </Callout>
        </div>
      )
    case 'sent':
      return (
        <div role="status">
          <Callout
            tone="success"
            icon={<CircleCheck aria-hidden size={26} />}
            title={<Trans>Sent. Follow it below.</Trans>}
          >
            <Trans>You can close this. Koi will tell you on any page.</Trans>
          </Callout>
        </div>
      )
    case 'refused':
      return (
        <div role="status">
          <Callout
            icon={<CircleSlash aria-hidden size={26} />}
            title={<Trans>You declined it in the wallet</Trans>}
          >
            <Trans>Nothing was sent. Try again when you like.</Trans>
          </Callout>
        </div>
      )
    case 'unanswered':
      return (
        <div role="status">
          <Callout
            tone="warning"
            icon={<TriangleAlert aria-hidden size={26} />}
            title={<Trans>The payment may have gone through</Trans>}
          >
            <Trans>
              Your wallet did not say if it sent the payment. Check your wallet before you pay again. Koi
              looks for the payment and credits it when it arrives.
            </Trans>
          </Callout>
        </div>
      )
    case 'failed':
      return (
        <div role="alert">
          <Callout
            tone="danger"
            icon={<TriangleAlert aria-hidden size={26} />}
            title={<Trans>The payment did not go through</Trans>}
          >
            {wallet.sentenceOf(payment.error)}
          </Callout>
        </div>
      )
  }
}
