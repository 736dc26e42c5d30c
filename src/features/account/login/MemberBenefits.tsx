import { Trans } from '@lingui/react/macro'
import { BadgePercent, Fingerprint, RefreshCw, ShieldCheck, Users } from 'lucide-react'
import { Heading } from '#ui/Heading.tsx'
import { PointList } from '#ui/PointList.tsx'

/** Benefits of an account. */
export function MemberBenefits() {
  return (
    <section className="grid grid-cols-1 gap-2.5">
      <Heading level={2}>
        <Trans>What members get</Trans>
      </Heading>
      <PointList
        columns={1}
        points={[
          {
            name: 'security',
            icon: <Fingerprint aria-hidden size={21} />,
            title: <Trans>A well-protected account</Trans>,
            subtitle: <Trans>Passkeys, two-step login and a list of your devices</Trans>,
          },
          {
            name: 'limits',
            icon: <ShieldCheck aria-hidden size={21} />,
            title: <Trans>Limits that protect you</Trans>,
            subtitle: (
              <Trans>
                Limits for deposits, losses and bets, time-outs and self-exclusion, enforced by the server
              </Trans>
            ),
          },
          {
            name: 'rakeback',
            icon: <RefreshCw aria-hidden size={21} />,
            iconTone: 'jade',
            title: <Trans>Rakeback with every bet</Trans>,
            subtitle: (
              <Trans>A part of the house edge comes back, win or lose. Claim it when you like.</Trans>
            ),
          },
          {
            name: 'bonus',
            icon: <BadgePercent aria-hidden size={21} />,
            iconTone: 'brand',
            title: <Trans>A bonus on the first two deposits</Trans>,
            subtitle: <Trans>180% each, released as you play. You can decline it.</Trans>,
          },
          {
            name: 'friends',
            icon: <Users aria-hidden size={21} />,
            iconTone: 'gold',
            title: <Trans>A referral link of your own</Trans>,
            subtitle: (
              <Trans>Friends open your link, and you earn a part of the house edge of their bets</Trans>
            ),
          },
        ]}
      />
    </section>
  )
}
