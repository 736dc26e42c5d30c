import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getToday } from '#contract/operator/today.ts'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { operatorQuery } from '#operator/session/queries.ts'
import { Alarms } from './Alarms.tsx'
import { Charts } from './Charts.tsx'
import { Figures } from './Figures.tsx'
import { Health } from './Health.tsx'
import { Liabilities } from './Liabilities.tsx'

const READ_EVERY_MS = 10_000

export function TodayPage() {
  const { t } = useLingui()
  const query = useQuery({ ...operatorQuery(getToday), refetchInterval: READ_EVERY_MS })
  const { data } = query
  return (
    <ConsolePage
      title={t`Today`}
      lead={
        data ? (
          <Trans>
            Since midnight UTC, as of <Moment at={data.at} />
          </Trans>
        ) : (
          <Trans>Since midnight UTC</Trans>
        )
      }
    >
      <PageGate query={query}>
        {(today) => (
          <>
            <Alarms alarms={today.alarms} />
            <Figures today={today} />
            <Charts hours={today.hours} />
            <div className="grid grid-cols-1 xl:grid-cols-3 gap-4.5 items-start">
              <div className="xl:col-span-2 min-w-0">
                <Liabilities liabilities={today.liabilities} />
              </div>
              <Health today={today} />
            </div>
          </>
        )}
      </PageGate>
    </ConsolePage>
  )
}
