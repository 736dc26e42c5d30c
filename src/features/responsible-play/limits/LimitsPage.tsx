import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LIMIT_KINDS } from '#contract/responsible-play.ts'
import { BreakBanner } from '#features/responsible-play/BreakBanner.tsx'
import { CoinsNote } from '#features/responsible-play/CoinsNote.tsx'
import { ToolFrame } from '#features/responsible-play/ToolFrame.tsx'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { LimitGroup } from './LimitGroup.tsx'
import { LimitSheet } from './LimitSheet.tsx'

/** Nine limits: deposits, losses and bets, each for a day, a week and a month. */
export function LimitsPage() {
  const query = useQuery(responsiblePlayQuery)
  return (
    <ToolFrame
      title={<Trans>Limits</Trans>}
      lead={
        <Trans>
          A lower limit starts at once. To raise or remove a limit, wait 24 hours and then confirm it.
        </Trans>
      }
    >
      <AnswerGate query={query}>
        {({ limits, break: running }) => (
          <>
            <BreakBanner running={running} />
            {LIMIT_KINDS.map((kind) => (
              <LimitGroup
                key={kind}
                kind={kind}
                limits={limits.filter((limit) => limit.kind === kind)}
                canRaise={running === null}
              />
            ))}
            <LimitSheet limits={limits} />
          </>
        )}
      </AnswerGate>
      <CoinsNote />
    </ToolFrame>
  )
}
