// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { WalletError } from '#features/wallet/connection/wallet-error.ts'
import { QrView } from '#features/wallet/modal/QrView.tsx'
import { walletModalState } from '#features/wallet/modal/wallet-modal.state.ts'
import { renderWallet } from './render-wallet.tsx'

vi.mock('qr-code-styling', () => ({
  default: class {
    applyExtension() {}
    append() {}
  },
}))

const URI = 'wc:1@2?relay-protocol=irn&symKey=2'
let write: MockInstance<Clipboard['writeText']>

beforeEach(() => {
  vi.useFakeTimers()
  write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
  walletModalState.attempt = { status: 'waiting', isSlow: false }
  walletModalState.pairing = { status: 'ready', uri: URI, expiresAt: performance.now() + 252_000 }
})
afterEach(() => vi.useRealTimers())

const show = async () => {
  renderWallet(<QrView label={null} listing={null} />)
  await act(() => vi.advanceTimersByTimeAsync(0))
}

it('the view counts down to the next code', async () => {
  await show()
  expect(screen.getByRole('timer').textContent).toBe('Renews in 4:12')
  await act(() => vi.advanceTimersByTimeAsync(13_000))
  expect(screen.getByRole('timer').textContent).toBe('Renews in 3:59')
})

it('the button says for two seconds that the link is copied', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(write).toHaveBeenCalledWith(URI)
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_999))
  expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
})

it('the view shows the link itself when the browser refuses to copy', async () => {
  write.mockRejectedValue(new Error('denied'))
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link for your wallet' }).value).toBe(URI)
})

it('the view says that the relay is down, with one way on', async () => {
  walletModalState.pairing = { status: 'failed', error: new WalletError('relay_unreachable') }
  await show()
  expect(screen.getByRole('alert').textContent).toContain('The relay between Koi and your phone')
  expect(screen.getByRole('button', { name: 'Get a new code' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
})

it('the view hides the used code once the wallet has answered', async () => {
  walletModalState.pairing = { status: 'answered' }
  await show()
  expect(screen.getByText('The wallet has answered, finishing…')).toBeTruthy()
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
})
