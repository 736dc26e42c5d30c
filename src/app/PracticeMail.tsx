import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { CodeNoticeProps } from '#lib/code-notice.ts'
import { configQuery } from '#lib/config.queries.ts'
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
