import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Leaf } from 'lucide-react'
import type { ReactNode } from 'react'
import { HelpList } from '#features/responsible-play/HelpList.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { useStaysOpen } from '#lib/use-stays-open.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Heading } from '#ui/Heading.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { useRunningBreak } from './use-running-break.ts'

interface BreakGateProps {
  /** True while a round is open, which can be finished anyway. */
  mayFinish?: boolean
  children: ReactNode
}

/** Replaces a game, also with demo coins, by a calm page while a break runs. */
export function BreakGate({ mayFinish = false, children }: BreakGateProps) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const running = useRunningBreak()
  const isLetIn = useStaysOpen(running !== null, mayFinish)
  if (!running || isLetIn) {
    return (
      <>
        {running ? (
          <Banner>
            <Trans>You are taking a break. You can finish the open round; no new bet is taken.</Trans>
          </Banner>
        ) : null}
        {children}
      </>
    )
  }
  const until = moment(new Date(running.until))
  return (
    <div className="grid gap-5 px-4 pb-8 mx-auto w-full max-w-160" data-testid="play-break">
      <EmptyState
        level={1}
        icon={<Leaf aria-hidden size={26} />}
        title={t`You are taking a break`}
        detail={
          running.kind === 'time-out' ? (
            <Trans>Your time-out runs until {until}. You cannot play until then, not even demo games.</Trans>
          ) : (
            <Trans>
              Your self-exclusion runs until {until}. You cannot play until then, not even demo games.
            </Trans>
          )
        }
        action={
          <Link to="/responsible-play" className={buttonClass({ variant: 'secondary' })}>
            <Trans>Responsible play</Trans>
          </Link>
        }
      />
      <section aria-labelledby="break-help" className="grid gap-2.5">
        <Heading level={2} id="break-help">
          <Trans>Where to get help</Trans>
        </Heading>
        <HelpList />
      </section>
    </div>
  )
}
