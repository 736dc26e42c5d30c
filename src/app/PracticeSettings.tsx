import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { configQuery } from '#queries/config.queries.ts'
import { PracticeRows } from './practice-parts.ts'

/** Settings that only exist in practice mode. */
export function PracticeSettings() {
  const { data: config } = useQuery(configQuery)
  return (
    <Suspense fallback={null}>
      <PracticeRows hasMail={config?.mail === 'outbox'} />
    </Suspense>
  )
}
