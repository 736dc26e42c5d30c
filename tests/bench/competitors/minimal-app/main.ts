// The baseline of `bench:launch`: the least code that shows a lobby with the libraries of Koi's first load.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import { QueryClient, useQuery } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { createRootRoute, createRoute, createRouter, Link, RouterProvider } from '@tanstack/react-router'
import { get, set, del } from 'idb-keyval'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'

const GamesSchema = v.object({
  data: v.array(v.object({ slug: v.string(), cover: v.string(), name: v.record(v.string(), v.string()) })),
})

function Lobby() {
  const { data } = useQuery({
    queryKey: ['games'],
    queryFn: async () => v.parse(GamesSchema, await (await fetch('/api/games')).json()).data,
    staleTime: 60_000,
    gcTime: 86_400_000,
  })
  return h(
    'main',
    {},
    (data ?? []).map(({ slug, cover, name }) =>
      h(
        Link,
        { key: slug, to: `/games/${slug}` },
        h('img', { src: cover, alt: '', width: 110, height: 146 }),
        name['en-US'],
      ),
    ),
  )
}

i18n.loadAndActivate({ locale: 'en-US', messages: {} })
const root = createRootRoute()
const home = createRoute({ getParentRoute: () => root, path: '/', component: Lobby })
const router = createRouter({ routeTree: root.addChildren([home]) })
const client = new QueryClient()
const persister = createAsyncStoragePersister({
  storage: { getItem: (key) => get<string>(key), setItem: set, removeItem: del },
})
const element = document.getElementById('root')
if (element) {
  createRoot(element).render(
    h(
      I18nProvider,
      { i18n },
      h(PersistQueryClientProvider, { client, persistOptions: { persister } }, h(RouterProvider, { router })),
    ),
  )
}
void navigator.serviceWorker.register('/sw.js')
