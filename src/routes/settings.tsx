import { msg } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { forgetLastScreen } from '#app/last-screen.ts'
import { PracticeRows } from '#app/practice-parts.ts'
import { clearFavourites } from '#features/games/favourites.actions.ts'
import { clearRecentGames } from '#features/games/recent-games.actions.ts'
import { InstallRow } from '#features/install/InstallRow.tsx'
import { StorageFacts } from '#features/install/StorageFacts.tsx'
import { SettingsPage } from '#features/settings/SettingsPage.tsx'
import { SettingsSearchSchema } from '#features/settings/settings-search.ts'
import { configQuery } from '#lib/config.queries.ts'

export const Route = createFileRoute('/settings')({
  validateSearch: SettingsSearchSchema,
  component: Settings,
  staticData: { title: msg`Settings`, tabBar: true, tab: 'accout' },
})

function Settings() {
  const queryClient = useQueryClient()
  const { data: config } = useQuery(configQuery)
  const clearSaved = () => {
    clearFavourites()
    clearRecentGames()
    forgetLastScreen()
    // Forgets every answer, on screen and in storage; what this page shows is asked for again.
    void queryClient.resetQueries()
  }
  return (
    <SettingsPage
      install={<InstallRow />}
      storageFacts={<StorageFacts />}
      practice={
        config?.mode === 'practice' ? (
          <Suspense fallback={null}>
            <PracticeRows hasMail={config.mail === 'outbox'} />
          </Suspense>
        ) : null
      }
      onClearSaved={clearSaved}
    />
  )
}
