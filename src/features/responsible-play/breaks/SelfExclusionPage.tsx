import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BreakBanner } from '#features/responsible-play/BreakBanner.tsx'
import { ToolFrame } from '#features/responsible-play/ToolFrame.tsx'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { SelfExclusionForm } from './SelfExclusionForm.tsx'

/** The long break, which nobody can end early. */
export function SelfExclusionPage() {
  const query = useQuery(responsiblePlayQuery)
  return (
    <ToolFrame
      title={<Trans>Self-exclusion</Trans>}
      lead={<Trans>Stops all play for six months or more. Nobody can end it early.</Trans>}
    >
      <NumberedList>
        <Trans>You cannot play, deposit or raise limits from that moment. Demo play stops too.</Trans>
        <Trans>You get no news or offers by mail.</Trans>
        <Trans>During this time, you cannot open another account with your e-mail address.</Trans>
        <Trans>You can still log in, withdraw what is yours and see your history.</Trans>
        <Trans>It ends by itself on its last day. Neither you nor Koi’s operator can shorten it.</Trans>
      </NumberedList>
      <Text tone="muted">
        <Trans>
          Is a shorter break enough?{' '}
          <Link to="/responsible-play/time-out" className={textLinkClass}>
            Take a time-out
          </Link>
          .
        </Trans>
      </Text>
      <AnswerGate query={query}>
        {({ break: running }) => (
          <>
            <BreakBanner running={running} />
            <SelfExclusionForm running={running} />
          </>
        )}
      </AnswerGate>
    </ToolFrame>
  )
}
