// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { ExplorerView } from '#features/wallet/explorer/ExplorerView.tsx'
import { api } from '#session/api.ts'
import { listing, renderWallet } from './render-wallet.tsx'

let searches: (string | undefined)[]
let answer: (search: string | undefined) => { listings: ReturnType<typeof listing>[]; total: number }

beforeEach(() => {
  searches = []
  answer = () => ({ listings: [listing('Alpha'), listing('Beta')], total: 2 })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(api, 'call').mockImplementation(async (_endpoint, options) => {
    const { search } = (options?.query ?? {}) as { search?: string }
    searches.push(search)
    return { page: 1, ...answer(search) }
  })
})
afterEach(() => vi.useRealTimers())

const type = (text: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search wallets' }), { target: { value: text } })

it('searches once, half a second after the last letter', async () => {
  renderWallet(<ExplorerView />)
  await screen.findByRole('button', { name: 'Alpha' })
  vi.useFakeTimers()
  type('be')
  await act(() => vi.advanceTimersByTimeAsync(400))
  type('beta')
  await act(() => vi.advanceTimersByTimeAsync(499))
  expect(searches).toEqual([undefined])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(searches).toEqual([undefined, 'beta'])
})

it('shows the number of wallets, and offers them all when a search finds nothing', async () => {
  answer = (search) => (search ? { listings: [], total: 0 } : { listings: [listing('Alpha')], total: 1 })
  renderWallet(<ExplorerView />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 wallet'))
  type('zzz')
  expect(await screen.findByText('No wallet of this name')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all wallets' }))
  expect(await screen.findByRole('button', { name: 'Alpha' })).toBeTruthy()
})

it('reserves space for wallets that are loading, and offers one way out of a failure', async () => {
  let isDown = true
  answer = () => {
    if (isDown) throw new ApiError('http', '', { status: 503, code: 'explorer_unavailable' })
    return { listings: [listing('Alpha')], total: 1 }
  }
  renderWallet(<ExplorerView />)
  expect(screen.queryAllByRole('button', { name: /Alpha/ })).toHaveLength(0)
  expect(document.querySelector('[aria-busy="true"] li')).not.toBeNull()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The list of wallets is not available right now.',
  )
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Alpha' })).toBeTruthy()
})
