import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#features/account/profile/ProfilePage.tsx'
import { useFavourites } from '#features/games/use-favourites.ts'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { DownloadData } from '#features/security/DownloadData.tsx'
import { useThemeName } from '#features/settings/theme-names.ts'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/profile')({
  loader: () => loadTexts('account'),
  component: Profile,
  staticData: { title: msg`Profile`, tabBar: true, tab: 'accout' },
})

function Profile() {
  const theme = useThemeName()
  const favouriteCount = useFavourites().length
  const recentCount = useRecentGames().length
  return (
    <ProfilePage
      theme={theme}
      favouriteCount={favouriteCount}
      recentCount={recentCount}
      download={<DownloadData />}
    />
  )
}
