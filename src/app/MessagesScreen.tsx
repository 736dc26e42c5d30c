import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { RecentLines } from '#features/money-history/RecentLines.tsx'
import { RecentLogins } from '#features/security/sessions/RecentLogins.tsx'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { Section } from '#ui/Section.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { AccountGate } from './AccountGate.tsx'

/** Messages about the player's money and about log-ins. */
export function MessagesScreen() {
  const { t } = useLingui()
  const isPractice = useIsPractice()
  return (
    <AccountGate title={t`Messages`} isMoney>
      <PageFrame
        title={
          <span className="flex flex-wrap items-center gap-2.5">
            <Trans>Messages</Trans>
            {isPractice ? <PracticeTag /> : null}
          </span>
        }
        lead={<Trans>The latest about your money and your log-ins.</Trans>}
      >
        <Section
          className="-mx-4"
          title={t`Money`}
          trailing={
            <Link to="/history" search={{ view: 'money' }} className={sectionLinkClass}>
              <Trans>See all</Trans>
            </Link>
          }
        >
          <RecentLines />
        </Section>
        <Section
          className="-mx-4"
          title={t`Last log-ins`}
          trailing={
            <Link to="/security/sessions" className={sectionLinkClass}>
              <Trans>See all</Trans>
            </Link>
          }
        >
          <RecentLogins />
        </Section>
      </PageFrame>
    </AccountGate>
  )
}
