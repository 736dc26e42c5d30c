import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { NotFoundPage } from '#app/NotFoundPage.tsx'
import { PracticeMailPage } from '#app/practice-parts.ts'
import { configQuery } from '#queries/config.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'

export const Route = createFileRoute('/practice-mail')({
  component: PracticeMail,
  staticData: { title: msg`Practice mail` },
})

/** The page exists only if the server sends no real mail. */
function PracticeMail() {
  const query = useQuery(configQuery)
  return (
    <AnswerGate query={query}>
      {({ mode, mail }) =>
        mode === 'practice' && mail === 'outbox' ? (
          <Suspense fallback={null}>
            <PracticeMailPage />
          </Suspense>
        ) : (
          <NotFoundPage />
        )
      }
    </AnswerGate>
  )
}
