import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import { walletErrorMessage } from '#features/wallet/connection/wallet-error-messages.ts'
import { WalletRejection } from '#features/wallet/connection/wallet-error.ts'
import { connectionOf, walletState } from '#features/wallet/connection/wallet.state.ts'
import { signLink, type BeginLink } from './wallet-login.ts'

/** The connected wallet for a page that links it to an account: address, signature, and error sentences. */
export function useLinkSigner() {
  const { t, i18n } = useLingui()
  const connection = connectionOf(useSnapshot(walletState).session)
  const sign = useCallback(async (begin: BeginLink) => {
    const signer = connectionOf(walletState.session)
    if (signer === null) throw new WalletRejection()
    return signLink(signer, begin)
  }, [])
  const sentenceOf = useCallback(
    (error: unknown) =>
      error instanceof WalletRejection
        ? t`You declined the request. Nothing changed.`
        : i18n._(walletErrorMessage(error)),
    [t, i18n],
  )
  const connected = connection && {
    address: connection.address,
    chainId: connection.chainId,
    ...connection.wallet,
  }
  return { connected, sign, sentenceOf }
}
