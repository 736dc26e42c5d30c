// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AddressRow } from '#features/security/addresses/AddressRow.tsx'
import { api } from '#session/api.ts'
import { renderInEnglish } from '../ui/render-in-english.tsx'

const NOW = Date.parse('2026-03-04T15:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.spyOn(api, 'call').mockReturnValue(new Promise(() => {}))
})
afterEach(() => vi.useRealTimers())

it('an address on the whitelist becomes usable on time, while it is on screen', async () => {
  const saved = {
    id: '1',
    chain: 'tron',
    address: 'TPL66VK2gCXNCD7EJg9pgJRfqcRazjhUZY',
    label: 'Savings',
    addedAt: new Date(NOW).toISOString(),
    usableFrom: new Date(NOW + 60_000).toISOString(),
  }
  renderInEnglish(
    <QueryClientProvider client={new QueryClient()}>
      <AddressRow saved={saved} isWhitelist />
    </QueryClientProvider>,
  )
  expect(screen.getByText(/^Usable from/)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(screen.queryByText(/^Usable from/)).toBeNull()
  expect(screen.getByText(/^Added on/)).toBeDefined()
})
