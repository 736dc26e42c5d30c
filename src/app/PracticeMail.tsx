import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { configQuery } from '#queries/config.queries.ts'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { PracticeMailNotice } from './practice-parts.ts'

/** Shows mails of a server in practice mode that sends no real mail; renders nothing elsewhere. */
export function PracticeMail(props: CodeNoticeProps) {
  const { data: config } = useQuery(configQuery)
  if (config?.mode !== 'practice' || config.mail !== 'outbox') return null
  return (
    <Suspense fallback={null}>
      <PracticeMailNotice {...props} />
    </Suspense>
  )
}
