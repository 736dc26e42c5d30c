import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { WalletListing } from '#contract/wallet.ts'

export function renderWallet(children: ReactNode) {
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(children, {
    wrapper: (props) => (
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client} {...props} />
      </I18nProvider>
    ),
  })
}

export const listing = (name: string, change: Partial<WalletListing> = {}): WalletListing => ({
  id: [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padStart(64, '0')
    .slice(-64),
  name,
  homepage: null,
  image: null,
  mobile: { native: null, universal: null },
  desktop: { native: null, universal: null },
  stores: { ios: null, android: null, chrome: null, firefox: null, safari: null, edge: null },
  rdns: null,
  injectedIds: [],
  ...change,
})
