import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleUser, Dices, Link2Off, ShieldCheck, Wallet } from 'lucide-react'
import { useState } from 'react'
import { touch } from '#lib/first-touch.ts'
import { Invitation } from '#session/Invitation.tsx'
import { useAccountStatus } from '#session/use-user.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Heading } from '#ui/Heading.tsx'
import { NoOffers } from '#ui/NoOffers.tsx'
import { PointList } from '#ui/PointList.tsx'
import { Text } from '#ui/Text.tsx'

/** Where the link of a friend leads. It keeps the code on the device; the forms that open an account hand it over. */
export function InvitePage({ code }: { code: string }) {
  const status = useAccountStatus()
  return (
    <Invitation instead={<NoOffers level={1} />}>
      {status === 'signed-out' ? <Invited code={code} /> : <HasAccount />}
    </Invitation>
  )
}

function Invited({ code }: { code: string }) {
  const { t } = useLingui()
  const [counted] = useState(() => touch(code))
  if (counted === '') {
    return (
      <EmptyState
        level={1}
        icon={<Link2Off aria-hidden size={26} />}
        title={t`This link is not complete`}
        detail={t`Ask your friend for it again. You can look around meanwhile.`}
        action={
          <Link to="/" className={buttonClass()}>
            <Trans>Go to the lobby</Trans>
          </Link>
        }
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5 px-4 w-full max-w-140 mx-auto">
      <Card tone="pond" padding="lg" className="grid grid-cols-1 gap-4">
        <div className="grid gap-1.5">
          <Heading level={1} size="display">
            <Trans>A friend invites you to Koi</Trans>
          </Heading>
          <Text tone="muted">
            <Trans>
              Games whose every result you can check yourself. The invitation costs you nothing. Your friend
              sees what they have earned by your bets, but none of them.
            </Trans>
          </Text>
        </div>
        <Link to="/register" className={buttonClass({ block: true })}>
          <Trans>Create an account</Trans>
        </Link>
        <div className="flex flex-wrap gap-2.5">
          <Link to="/accout" className={`${buttonClass({ variant: 'secondary' })} flex-1`}>
            <Trans>Log in</Trans>
          </Link>
          <Link to="/games" className={`${buttonClass({ variant: 'secondary' })} flex-1`}>
            <Trans>Look around</Trans>
          </Link>
        </div>
        <Text size={3} tone="subtle">
          <Trans>
            Code <bdi translate="no">{counted}</bdi> is kept on this device for 30 days, and filled in when
            you register. You can change it there.
          </Trans>
        </Text>
      </Card>
      <PointList
        columns={1}
        points={[
          {
            name: 'fair',
            icon: <ShieldCheck aria-hidden size={21} />,
            iconTone: 'jade',
            title: <Trans>Check every result</Trans>,
            subtitle: <Trans>Each comes from seeds that are fixed before you bet.</Trans>,
          },
          {
            name: 'demo',
            icon: <Dices aria-hidden size={21} />,
            iconTone: 'brand',
            title: <Trans>Try every game first</Trans>,
            subtitle: <Trans>With demo coins, without an account</Trans>,
          },
          {
            name: 'wallet',
            icon: <Wallet aria-hidden size={21} />,
            title: <Trans>E-mail or wallet</Trans>,
            subtitle: <Trans>Either opens an account in a minute.</Trans>,
          },
        ]}
      />
    </div>
  )
}

function HasAccount() {
  const { t } = useLingui()
  return (
    <EmptyState
      level={1}
      icon={<CircleUser aria-hidden size={26} />}
      title={t`You have an account`}
      detail={t`An invitation counts when an account is opened. You can invite friends with a link of your own.`}
      action={
        <Link to="/promotion" search={{ tab: 'referral' }} className={buttonClass()}>
          <Trans>Go to my link</Trans>
        </Link>
      }
    />
  )
}
