import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { getSeal, type SealAnswer } from '#contract/seal.ts'
import { parseSeal } from '#fair/seal.ts'
import { apiQuery } from '#queries/api-query.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Text } from '#ui/Text.tsx'
import { OwnBalance } from './OwnBalance.tsx'
import { RoundsOfDay } from './RoundsOfDay.tsx'
import { SealFacts } from './SealFacts.tsx'

/** The seal of a day, and what can be checked of it. @param known the seal, where it is one of the newest */
export function SealOfDay({ day, known }: { day: string; known: SealAnswer | undefined }) {
  const query = useQuery({
    ...apiQuery(getSeal, { params: { day } }),
    enabled: known === undefined,
    ...(known && { initialData: known }),
  })
  if (query.error instanceof ApiError && query.error.code === 'not_found') {
    return (
      <Text size={3} tone="muted" role="status">
        <Trans>This day is not sealed: choose another one.</Trans>
      </Text>
    )
  }
  return (
    <AnswerGate query={query}>
      {({ seal, kid }) => (
        <>
          <SealFacts seal={parseSeal(seal)} kid={kid} />
          <RoundsOfDay day={day} />
          <OwnBalance day={day} />
        </>
      )}
    </AnswerGate>
  )
}
