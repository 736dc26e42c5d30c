import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, TriangleAlert } from 'lucide-react'
import type { WalletDeposit } from '#contract/wallet-deposits.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Callout } from '#ui/Callout.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { textLinkClass } from '#ui/text-link-class.ts'

interface IntentProgressProps {
  intent: WalletDeposit
  symbol: string
  chainName: string
}

/** A payment that is in no block yet, or failed before it got into one. */
export function IntentProgress({ intent, symbol, chainName }: IntentProgressProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const amount = `${decimal(intent.amount, 0)} ${symbol}`
  const { title, detail, isOpen } = wordsOf()
  const Icon = isOpen ? Radio : TriangleAlert
  const id = shortAddress(intent.txId ?? '')
  return (
    <Callout tone={isOpen ? 'info' : 'warning'} icon={<Icon aria-hidden size={26} />} title={title}>
      <span>{detail}</span>{' '}
      {intent.txId === null ? null : (
        <span translate="no" className="num">
          {intent.explorerUrl === null ? (
            <Trans>Transaction {id}</Trans>
          ) : (
            <a href={intent.explorerUrl} target="_blank" rel="noreferrer" className={textLinkClass}>
              <Trans>Transaction {id}</Trans>
            </a>
          )}
        </span>
      )}
    </Callout>
  )

  function wordsOf() {
    switch (intent.status) {
      case 'waiting':
      case 'unanswered':
        return {
          isOpen: true,
          title: t`May have been sent: ${amount}`,
          detail: t`Your wallet did not say if it sent this. Koi looks for it on ${chainName} and credits it when it arrives.`,
        }
      case 'sent':
      case 'seen':
        return {
          isOpen: true,
          title: t`Sent: ${amount}`,
          detail: t`Waiting for a block of ${chainName}.`,
        }
      case 'failed':
        return {
          isOpen: false,
          title: t`Failed: ${amount}`,
          detail: t`The transaction ran, but moved nothing to Koi. Only the network fee was spent.`,
        }
      case 'replaced':
        return {
          isOpen: false,
          title: t`Replaced: ${amount}`,
          detail: t`Your wallet sent another transaction in its place. Nothing came to Koi.`,
        }
      case 'dropped':
        return {
          isOpen: false,
          title: t`Dropped: ${amount}`,
          detail:
            intent.txId === null
              ? t`Koi did not find this payment from your wallet. Check your wallet. If it is sent later, it will be credited.`
              : t`The network does not know this transaction. Check your wallet: if it is sent again, it will be credited.`,
        }
    }
  }
}
