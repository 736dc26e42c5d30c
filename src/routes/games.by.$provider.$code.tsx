import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useDocumentTitle } from '#app/use-page-title.ts'
import { ProviderGamePage } from '#features/provider-games/page/ProviderGamePage.tsx'
import { useProviderGameName } from '#features/provider-games/use-provider-game.ts'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/games/by/$provider/$code')({
  loader: () => loadTexts('providers'),
  component: ProviderGameRoute,
})

function ProviderGameRoute() {
  const { t } = useLingui()
  const { provider, code } = Route.useParams()
  useDocumentTitle(useProviderGameName(provider, code) ?? t`Game`)
  return <ProviderGamePage key={`${provider}/${code}`} provider={provider} code={code} />
}
