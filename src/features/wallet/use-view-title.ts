import { useLingui } from '@lingui/react/macro'
import { isolatedName } from '#contract/given-name.ts'
import { isHandheld } from './connection/device.ts'
import type { WalletView } from './modal/wallet-modal.state.ts'

/** The name of a view, as heading and for screen readers. */
export function useViewTitle(view: WalletView): string {
  const { t } = useLingui()
  switch (view.name) {
    case 'connect':
      return t`Connect a wallet`
    case 'explorer':
      return t`All wallets`
    case 'connecting':
      return isolatedName(view.wallet.label)
    case 'qr': {
      if (view.wallet) {
        const label = isolatedName(view.wallet.label)
        return t`Scan with ${label}`
      }
      return isHandheld() ? t`Scan with another phone` : t`Scan with your phone`
    }
    case 'get':
      return t`Get a wallet`
    case 'help':
      return t`What is a wallet?`
    case 'account':
      return t`Your wallet`
    case 'network':
      return t`Choose a network`
  }
}
