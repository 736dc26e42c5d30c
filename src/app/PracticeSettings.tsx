import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { configQuery } from '#queries/config.queries.ts'
import { PracticeRows } from './practice-parts.ts'

/** What only a server of practice money has, as rows of the settings. */
export function PracticeSettings() {
  const { data: config } = useQuery(configQuery)
  return (
    <Suspense fallback={null}>
      <PracticeRows hasMail={config?.mail === 'outbox'} />
    </Suspense>
  )
}
