import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { subscribe } from 'valtio'
import { walletState, type WalletSession } from '#features/wallet/connection/wallet.state.ts'
import { isSameAddress } from '#contract/same-address.ts'
import { isolatedName } from '#contract/given-name.ts'
import { configQuery } from '#queries/config.queries.ts'
import { shortAddress } from '#ui/short-address.ts'
import { toast } from '#ui/toast.ts'
import { walletModalState } from './wallet-modal.state.ts'

let stop: (() => void) | undefined

/**
 * Shows toasts about the wallet while its view is closed: connected, disconnected, another account, an unsupported
 * network. Further calls do nothing.
 */
export function followWalletNotices(queryClient: QueryClient): void {
  if (stop) return
  let before: WalletSession = walletState.session
  const isServed = (chainId: number) => {
    const chains = queryClient.getQueryData(configQuery.queryKey)?.chains ?? []
    return chains.length === 0 || chains.some(({ id }) => id === chainId)
  }
  stop = subscribe(walletState, () => {
    const { session } = walletState
    const message = noticeOf(before, session, isServed)
    before = session
    if (message !== undefined) toast(message)
  })
}

type Notice = Parameters<typeof toast>[0]

/** The message for a change of the session; undefined if it needs none. */
export function noticeOf(
  before: WalletSession,
  now: WalletSession,
  isServed: (chainId: number) => boolean,
): Notice | undefined {
  const last = before.status === 'connected' ? before : before.status === 'reconnecting' ? before.last : null
  if (now.status === 'disconnected') {
    if (last === null) return undefined
    const label = isolatedName(last.wallet.label)
    return { message: t(i18n)`${label} is disconnected.`, tone: 'info' }
  }
  if (now.status === 'reconnecting' && before.status === 'connected') {
    const label = isolatedName(now.last.wallet.label)
    return { message: t(i18n)`${label} is locked or does not answer. Unlock it to continue.`, tone: 'info' }
  }
  if (now.status !== 'connected') return undefined
  const address = shortAddress(now.address)
  const label = isolatedName(now.wallet.label)
  if (before.status === 'connecting' || before.status === 'disconnected') {
    // The wallet's own view says more about the network than a toast could.
    return { message: t(i18n)`${label} is connected: ${address}`, tone: 'success' }
  }
  if (last !== null && !isSameAddress(last.address, now.address)) {
    return { message: t(i18n)`${label} is on another account now: ${address}`, tone: 'info' }
  }
  const isNews = last !== null && last.chainId !== now.chainId && !walletModalState.isOpen
  if (isNews && !isServed(now.chainId)) {
    return { message: t(i18n)`${label} is on a network that Koi does not use.`, tone: 'info' }
  }
  return undefined
}
