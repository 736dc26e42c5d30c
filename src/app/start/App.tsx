import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { TextElements } from '#ui/TextElements.tsx'
import type { createAppRouter } from './router.tsx'

interface AppProps {
  router: ReturnType<typeof createAppRouter>
  queryClient: QueryClient
}

export function App({ router, queryClient }: AppProps) {
  return (
    <I18nProvider i18n={i18n} defaultComponent={TextElements}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  )
}
