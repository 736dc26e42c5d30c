import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { BreakBanner } from '#features/responsible-play/BreakBanner.tsx'
import { ToolFrame } from '#features/responsible-play/ToolFrame.tsx'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Text } from '#ui/Text.tsx'
import { TimeOutForm } from './TimeOutForm.tsx'

/** A break of a day to six weeks. */
export function TimeOutPage() {
  const query = useQuery(responsiblePlayQuery)
  return (
    <ToolFrame
      title={<Trans>Time-out</Trans>}
      lead={
        <Trans>
          A break from play that starts at once. You can make it longer, but not shorter. You can still log
          in, withdraw and look around.
        </Trans>
      }
    >
      <AnswerGate query={query}>
        {({ break: running }) => (
          <>
            <BreakBanner running={running} />
            {running?.kind === 'self-exclusion' ? (
              <Text tone="muted">
                <Trans>During a self-exclusion, you do not need a time-out.</Trans>
              </Text>
            ) : (
              <TimeOutForm running={running} />
            )}
          </>
        )}
      </AnswerGate>
    </ToolFrame>
  )
}
