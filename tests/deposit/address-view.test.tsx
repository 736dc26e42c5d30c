// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AddressView } from '#features/deposit/address/AddressView.tsx'
import { renderInEnglish } from '../ui/render-in-english.tsx'

const drawn = vi.hoisted(() => [] as { data: string; qrOptions: { errorCorrectionLevel: string } }[])
// The real component measures itself, which fails in a document without layout.
vi.mock('qr-code-styling', () => ({
  default: class {
    constructor(options: (typeof drawn)[number]) {
      drawn.push(options)
    }
    applyExtension() {}
    append() {}
  },
}))

const ADDRESS = 'TYDci45TvJkDjWt2GQ4fbGu9iAjiNxsz2d'

it('shows the whole plain address, emphasises its ends, and draws it as a code', async () => {
  renderInEnglish(
    <QueryClientProvider client={new QueryClient()}>
      <AddressView
        address={{ network: 'TRON', isPractice: false, address: ADDRESS, receives: 'sol-solana' }}
        deposits={[]}
        coins={undefined}
      />
    </QueryClientProvider>,
  )
  await act(() => vi.waitFor(() => expect(drawn).toHaveLength(1)))
  expect(drawn[0]).toMatchObject({ data: ADDRESS, qrOptions: { errorCorrectionLevel: 'M' } })
  const shown = screen.getByTestId('deposit-address')
  expect(shown.textContent).toBe(ADDRESS)
  expect([...shown.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual(['TYDci4', 'Nxsz2d'])
})
