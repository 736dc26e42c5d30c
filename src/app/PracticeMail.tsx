import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { configQuery } from '#queries/config.queries.ts'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { PracticeMailNotice } from './practice-parts.ts'

/** The mail of a server of practice money that sends none; nothing elsewhere. */
export function PracticeMail(props: CodeNoticeProps) {
  const { data: config } = useQuery(configQuery)
  if (config?.mode !== 'practice' || config.mail !== 'outbox') return null
  return (
    <Suspense fallback={null}>
      <PracticeMailNotice {...props} />
    </Suspense>
  )
}
