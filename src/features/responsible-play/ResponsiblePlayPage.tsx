import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { BellRing, CirclePause, Gauge, OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResponsiblePlay } from '#contract/responsible-play.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { BreakBanner } from './BreakBanner.tsx'
import { HelpList } from './HelpList.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { CoinsNote } from './CoinsNote.tsx'
import { responsiblePlayQuery } from './responsible-play.queries.ts'

export function ResponsiblePlayPage() {
  return (
    <PageFrame
      title={<Trans>Responsible play</Trans>}
      lead={<Trans>Play for fun. These tools help you stay in control, and the server enforces them.</Trans>}
      aside={
        <>
          <section aria-labelledby="signs" className="grid gap-2">
            <Heading level={2} id="signs">
              <Trans>When it stops being fun</Trans>
            </Heading>
            <Text tone="muted">
              <Trans>
                In the long run, every game costs you its house edge. No system wins it back, and playing
                longer does not either. Do you play to win back a loss, use money meant for something else, or
                hide how much you play? Then stop and talk to someone.
              </Trans>
            </Text>
          </section>
          <section aria-labelledby="help" className="grid gap-2.5 scroll-mt-20">
            <Heading level={2} id="help">
              <Trans>Where to get help</Trans>
            </Heading>
            <Text tone="muted">
              <Trans>Free and confidential. These links leave Koi and open in a new tab.</Trans>
            </Text>
            <HelpList />
          </section>
        </>
      }
    >
      <PlayTools />
      <CoinsNote />
    </PageFrame>
  )
}

/** Visitors see the tools without a state. */
function PlayTools() {
  const status = useAccountStatus()
  if (status !== 'signed-out') return <OwnTools />
  return (
    <>
      <Banner
        inset
        action={
          <Link
            to="/accout"
            search={{ from: '/responsible-play' }}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <Trans>Log in</Trans>
          </Link>
        }
      >
        <Trans>You are not logged in. Limits and breaks belong to an account.</Trans>
      </Banner>
      <Tools tools={undefined} />
    </>
  )
}

function OwnTools() {
  const query = useQuery(responsiblePlayQuery)
  return (
    <AnswerGate query={query}>
      {(tools) => (
        <>
          <BreakBanner running={tools.break} />
          <Tools tools={tools} />
        </>
      )}
    </AnswerGate>
  )
}

function Tools({ tools }: { tools: ResponsiblePlay | undefined }) {
  const { t } = useLingui()
  const set = tools?.limits.filter(({ amount }) => amount !== null).length
  const waiting = tools?.limits.filter(({ raise }) => raise !== null).length ?? 0
  const minutes = tools?.reminderMinutes
  return (
    <ul className="grid gap-2.5">
      <ToolRow
        to="/responsible-play/limits"
        icon={<Gauge aria-hidden size={21} />}
        title={t`Limits`}
        detail={
          set === undefined ? (
            t`How much you deposit, lose or bet in a day, week or month`
          ) : (
            <>
              <Plural value={set} _0="None set" one="# limit set" other="# limits set" />
              {waiting > 0 ? (
                <>
                  <span>{' · '}</span>
                  <Plural value={waiting} one="# raise waiting" other="# raises waiting" />
                </>
              ) : null}
            </>
          )
        }
      />
      <ToolRow
        to="/responsible-play/reminder"
        icon={<BellRing aria-hidden size={21} />}
        title={t`Session reminder`}
        detail={
          minutes === undefined ? (
            t`How long you have played, and how much you won or lost`
          ) : minutes === null ? (
            t`Off`
          ) : (
            <Plural value={minutes} one="Every # minute" other="Every # minutes" />
          )
        }
      />
      <ToolRow
        to="/responsible-play/time-out"
        icon={<CirclePause aria-hidden size={21} />}
        title={t`Time-out`}
        detail={t`A break of a day to six weeks`}
      />
      <ToolRow
        to="/responsible-play/self-exclusion"
        icon={<OctagonX aria-hidden size={21} />}
        title={t`Self-exclusion`}
        detail={t`Six months or more. You cannot end it early.`}
      />
    </ul>
  )
}

interface ToolRowProps {
  to: NonNullable<LinkProps['to']>
  icon: ReactNode
  title: string
  /** Short state text. */
  detail: ReactNode
}

function ToolRow({ to, icon, title, detail }: ToolRowProps) {
  return (
    <li>
      <Link to={to} className={listRowClass()}>
        <ListRowContent icon={icon} title={title} subtitle={detail} chevron />
      </Link>
    </li>
  )
}
