import { Trans, useLingui } from '@lingui/react/macro'
import { Link, linkOptions } from '@tanstack/react-router'
import { HeartPulse, History, LogOut, Settings, ShieldCheck, TrendingUp, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsOnBreak } from '#session/break.state.ts'
import { useUser } from '#session/use-user.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Name } from '#ui/Name.tsx'
import { Text } from '#ui/Text.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { listRowClass } from '#ui/list-row-class.ts'

export function MemberPage({ level }: { level: ReactNode }) {
  const { t } = useLingui()
  const { uid, nickname, avatar } = useUser()
  const number = String(uid)
  const isOnBreak = useIsOnBreak()
  const ways = [
    {
      link: linkOptions({ to: '/profile' }),
      icon: User,
      title: t`Profile`,
      subtitle: t`Name, picture, contact and news`,
    },
    {
      link: linkOptions({ to: '/security' }),
      icon: ShieldCheck,
      title: t`Security`,
      subtitle: t`Password, two-step login, passkeys and devices`,
    },
    {
      link: linkOptions({ to: '/responsible-play' }),
      icon: HeartPulse,
      title: t`Responsible play`,
      subtitle: t`Limits, reminders, breaks, and where to get help`,
    },
    {
      link: linkOptions({ to: '/history' }),
      icon: History,
      title: t`History`,
      subtitle: t`Every bet of this device, to check`,
    },
    {
      link: linkOptions({ to: '/rewards' }),
      icon: TrendingUp,
      title: t`Rewards`,
      subtitle: isOnBreak ? undefined : t`Your level, rakeback and level gifts`,
    },
    {
      link: linkOptions({ to: '/settings' }),
      icon: Settings,
      title: t`Settings`,
      subtitle: t`Language, theme and storage`,
    },
  ]
  return (
    <div className="grid grid-cols-1 gap-5 px-4">
      <Card tone="pond" padding="lg" className="flex items-center gap-4">
        <Avatar uid={uid} avatar={avatar} size={64} />
        <div className="min-w-0">
          <Heading level={1} size="title" className="wrap-anywhere">
            {nickname ? <Name>{nickname}</Name> : t`Player ${number}`}
          </Heading>
          <Text size={3} tone="muted" num>
            <Trans>Number {number}</Trans>
          </Text>
        </div>
      </Card>
      {level}
      <nav className="grid grid-cols-1 gap-2.5 lg:grid-cols-2" aria-label={t`Your account`}>
        {ways.map(({ link, icon: Icon, title, subtitle }) => (
          <Link key={link.to} {...link} className={listRowClass()}>
            <ListRowContent icon={<Icon aria-hidden size={21} />} title={title} subtitle={subtitle} chevron />
          </Link>
        ))}
      </nav>
      <Link to="/logout" className={`${buttonClass({ variant: 'secondary' })} justify-self-start`}>
        <LogOut aria-hidden size={18} />
        <Trans>Logout</Trans>
      </Link>
    </div>
  )
}
