// @vitest-environment happy-dom
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { WalletDepositDialog } from '#app/shell/WalletDepositDialog.tsx'
import { getSecurity, type Security } from '#contract/account.ts'
import { walletState, type WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { tellFirstPaint } from '#lib/first-paint.ts'
import { api } from '#session/api.ts'
import { currentUser, NOBODY } from '#session/user.state.ts'
import { renderInEnglish } from '../ui/render-in-english.tsx'

vi.mock('#app/follow-deposits.ts', () => ({ beginFollowingDeposits: () => undefined }))

const ADDRESS = `0x${'ab'.repeat(20)}` as WalletConnection['address']
const SECURITY: Security = {
  email: null,
  hasPassword: false,
  passwordChangedAt: null,
  hasTotp: false,
  recoveryCodesLeft: 0,
  asks: { code: false, password: false, passkey: false, heldUntil: null },
  passkeys: [],
  wallets: [],
}
const UNAVAILABLE = new ApiError('http', 'Unavailable', { status: 503, code: 'unavailable' })

let answerSecurity: () => Promise<Security>

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  renderInEnglish(
    <QueryClientProvider client={client}>
      <WalletDepositDialog isOpen onClose={() => undefined} onOpenPanel={() => undefined} />
    </QueryClientProvider>,
  )
}
const retry = () => screen.queryByRole('button', { name: 'Try again' })
const linkForm = () => screen.queryByText('Sign once, then pay')
const skeleton = () => document.querySelector('[aria-busy="true"]')

beforeEach(() => {
  tellFirstPaint()
  currentUser.set({ ...NOBODY, uid: 7 })
  const wallet = {
    via: 'injected',
    id: 'test',
    label: 'Test',
    icon: null,
  } as const
  walletState.session = { status: 'connected', wallet, address: ADDRESS, accounts: [ADDRESS], chainId: 1 }
  vi.spyOn(api, 'call').mockImplementation(async (endpoint) => {
    if (endpoint.path === getSecurity.path) return answerSecurity()
    if (endpoint.path.includes('deposits')) return []
    throw UNAVAILABLE
  })
})
afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
})

it("says that the account's wallets did not load, and retries on request", async () => {
  answerSecurity = () => Promise.reject(UNAVAILABLE)
  open()
  expect(await screen.findByText('Your wallets did not load')).toBeTruthy()
  expect(linkForm()).toBeNull()

  answerSecurity = async () => SECURITY
  fireEvent.click(retry() as HTMLElement)
  await waitFor(() => expect(linkForm()).toBeTruthy())
  expect(retry()).toBeNull()
})

it('says that the wallets are not saved for use without a connection', async () => {
  onlineManager.setOnline(false)
  open()
  expect(
    await screen.findByText('You are offline, and your wallets are not saved on this device.'),
  ).toBeTruthy()
})

it('shows that the wallets are loading', async () => {
  answerSecurity = () => new Promise(() => undefined)
  open()
  await waitFor(() => expect(skeleton()).toBeTruthy())
  expect(retry()).toBeNull()
})
