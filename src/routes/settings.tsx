import { msg } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PracticeSettings } from '#app/PracticeSettings.tsx'
import { clearFavourites } from '#features/games/favourites.actions.ts'
import { clearRecentGames } from '#features/games/recent-games.actions.ts'
import { InstallRow } from '#features/install/InstallRow.tsx'
import { StorageFacts } from '#features/install/StorageFacts.tsx'
import { SettingsPage } from '#features/settings/SettingsPage.tsx'
import * as v from 'valibot'

/** The question that is open over the settings. */
const SettingsSearchSchema = v.object({
  confirm: v.optional(v.fallback(v.optional(v.picklist(['clear'])), undefined)),
})

export const Route = createFileRoute('/settings')({
  validateSearch: SettingsSearchSchema,
  component: Settings,
  staticData: { title: msg`Settings`, tabBar: true, tab: 'accout' },
})

function Settings() {
  const queryClient = useQueryClient()
  const clearSaved = () => {
    clearFavourites()
    clearRecentGames()
    // Drops every answer, also from storage; the queries of this page run again.
    void queryClient.resetQueries()
  }
  const parts = { install: <InstallRow />, storageFacts: <StorageFacts />, practice: <PracticeSettings /> }
  return <SettingsPage {...parts} onClearSaved={clearSaved} />
}
