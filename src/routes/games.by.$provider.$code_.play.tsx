import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PlaySearchSchema } from '#app/play-search.ts'
import { ProviderPlayScreen } from '#app/ProviderPlayScreen.tsx'
import { useDocumentTitle } from '#app/use-page-title.ts'
import { useProviderGameName } from '#features/provider-games/use-provider-game.ts'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/games/by/$provider/$code_/play')({
  validateSearch: PlaySearchSchema,
  loader: () => Promise.all([loadTexts('providers'), loadTexts('play'), loadTexts('account')]),
  component: ProviderPlayRoute,
  staticData: { playBalance: true },
})

function ProviderPlayRoute() {
  const { t } = useLingui()
  const { provider, code } = Route.useParams()
  useDocumentTitle(useProviderGameName(provider, code) ?? t`Game`)
  return <ProviderPlayScreen key={`${provider}/${code}`} provider={provider} code={code} />
}
