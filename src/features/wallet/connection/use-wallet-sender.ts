import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { PRACTICE_WALLET_ID } from '#lib/practice-wallet-id.ts'
import { walletErrorMessage } from './wallet-error-messages.ts'
import { WalletError, WalletRejection } from './wallet-error.ts'
import { sendTransaction, switchToChain } from './wallet.actions.ts'
import { connectionOf, walletState } from './wallet.state.ts'

/** The connected wallet for a page that sends transactions: address, requests, and error sentences. */
export function useWalletSender() {
  const { i18n } = useLingui()
  const { session } = useSnapshot(walletState)
  const connection = connectionOf(session)
  const isReady = session.status === 'connected'
  const sentenceOf = useCallback((error: unknown) => i18n._(walletErrorMessage(error)), [i18n])
  const address = connection?.address
  const chainId = connection?.chainId
  const label = connection?.wallet.label ?? ''
  const paysPractice = connection?.wallet.id === PRACTICE_WALLET_ID
  return useMemo(
    () => ({
      connected: address === undefined || chainId === undefined ? null : { address, chainId, label },
      isReady,
      paysPractice,
      switchTo: switchToChain,
      send: sendTransaction,
      isRefusal: (error: unknown) => error instanceof WalletRejection,
      isUnanswered: (error: unknown) => error instanceof WalletError && error.code === 'send_unanswered',
      sentenceOf,
    }),
    [address, chainId, label, isReady, paysPractice, sentenceOf],
  )
}
