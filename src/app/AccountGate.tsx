import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { SessionEnded } from '#features/account/SessionEnded.tsx'
import { useStore } from '#lib/use-store.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { sessionRefused } from '#session/session-refused.ts'
import { useAccountStatus, useUser } from '#session/use-user.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { buttonClass } from '#ui/button-class.ts'

interface AccountGateProps {
  /** Name of the page. */
  title: string
  /** Marks a money screen in practice mode also for players who are not logged in. */
  isMoney?: boolean
  children: ReactNode
}

/** Shows its children only to logged-in players, and offers others to log in. */
export function AccountGate({ title: name, isMoney = false, children }: AccountGateProps) {
  const { t } = useLingui()
  const status = useAccountStatus()
  const { uid } = useUser()
  const isRefused = useStore(sessionRefused)
  // The search keeps an open sheet or the step of a set-up.
  const from = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const isMarked = useIsPractice() && isMoney
  const title = isMarked ? (
    <span className="flex flex-wrap items-center gap-2.5">
      <span>{name}</span>
      <PracticeTag />
    </span>
  ) : (
    name
  )
  // The key discards all state when another account logs in.
  if (status === 'signed-in') return <Fragment key={uid}>{children}</Fragment>
  if (status === 'unknown') {
    return (
      <PageFrame title={title}>
        <div aria-busy className="grid gap-2.5">
          <Skeleton shape="box" height="4.5rem" />
          <Skeleton shape="box" height="4.5rem" />
        </div>
      </PageFrame>
    )
  }
  if (isRefused) {
    return (
      <PageFrame title={title}>
        <SessionEnded from={from} />
      </PageFrame>
    )
  }
  return (
    <PageFrame title={title}>
      <EmptyState
        icon={<Lock aria-hidden size={26} />}
        title={t`You are not logged in`}
        detail={t`You need an account for this page. Log in to see it.`}
        action={
          <Link to="/accout" search={{ from }} className={buttonClass()}>
            <Trans>Log in</Trans>
          </Link>
        }
      />
    </PageFrame>
  )
}
