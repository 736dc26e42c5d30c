// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openWalletDeposit, reportTransaction } from '#contract/wallet-deposits.ts'
import { clearPayment, payFromWallet } from '#features/deposit/wallet/wallet-deposit.actions.ts'
import { walletDepositState } from '#features/deposit/wallet/wallet-deposit.state.ts'
import type { WalletPort } from '#features/deposit/wallet/wallet-port.ts'
import { api } from '#session/api.ts'

const SENDER = `0x${'1'.repeat(40)}`
const HASH = `0x${'a'.repeat(64)}`
const ORDER = {
  asset: { coin: 'eth' },
  chain: { id: 1, name: 'Ethereum' },
  amount: '1',
  receives: 'eth',
} as unknown as Parameters<typeof payFromWallet>[0]

function port(send: WalletPort['send']): WalletPort {
  return {
    connected: { address: SENDER, chainId: 1, label: 'Wallet' },
    isReady: true,
    paysPractice: true,
    send,
    switchTo: async () => undefined,
    isRefusal: () => false,
    isUnanswered: () => false,
    sentenceOf: String,
  }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  clearPayment()
  vi.spyOn(api, 'call').mockImplementation(async (endpoint) => {
    const isOpening = Object.is(endpoint, openWalletDeposit)
    const opened = {
      id: '1',
      status: 'waiting',
      isPractice: false,
      transaction: { to: SENDER, value: '0x1' },
    }
    return isOpening ? opened : {}
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it.each([
  ['rejects', () => Promise.reject(new DOMException('denied', 'SecurityError'))],
  [
    'throws',
    () => {
      throw new DOMException('denied', 'SecurityError')
    },
  ],
  ['never answers', () => new Promise(() => undefined)],
])('a payment succeeds and asks the wallet once when the browser’s lock %s', async (_, request) => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { locks: { request, query: request } })
  const send = vi.fn(async () => HASH)
  const payer = { uid: 7, wallet: port(send), queryClient: new QueryClient() }
  const paying = payFromWallet(ORDER, payer)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await paying).toBe(true)
  expect(walletDepositState.payment).toEqual({ status: 'sent' })
  expect(send).toHaveBeenCalledOnce()
  expect(api.call).toHaveBeenCalledWith(reportTransaction, { params: { id: '1' }, body: { txId: HASH } })
})
