import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { API_BASE } from '#contract/api-base.ts'
import { VERSION } from '#lib/version.ts'
import { configQuery } from '#queries/config.queries.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

/** Version, mode and licence, and where the API is described. */
export function AboutFacts() {
  const { t } = useLingui()
  const { data: config, isLoading } = useQuery(configQuery)
  const unknown = isLoading ? '…' : t`Unknown while offline`
  const mode = config && (config.mode === 'practice' ? t`Practice, no real money` : t`Live, with real money`)
  return (
    <>
      <DefinitionList
        facts={[
          { term: t`Version`, value: VERSION },
          { term: t`Mode`, value: mode ?? unknown },
          { term: t`Licence`, value: t`MIT` },
          {
            key: 'api',
            term: t`API description`,
            value: (
              <a href={`${API_BASE}/openapi.json`} className={textLinkClass}>
                {t`OpenAPI`}
              </a>
            ),
          },
        ]}
      />
      <Text size={3} tone="muted">
        <Trans>Animations stop when your system is set to reduce motion.</Trans>
      </Text>
    </>
  )
}
