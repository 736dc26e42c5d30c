import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import type { Race } from '#contract/race.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { Folded } from '#ui/Folded.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { OwnRace } from './OwnRace.tsx'
import { useOwnRace, useRace } from './race.queries.ts'
import { RaceList } from './RaceList.tsx'

/** The race of this week: who leads, one's own place, and the rules with all their numbers. */
export function RaceCard() {
  const { t } = useLingui()
  const query = useRace()
  return (
    <Card as="section" tone="flat" aria-label={t`Weekly race`} className="grid grid-cols-1 gap-3">
      <AnswerGate
        query={query}
        skeleton={<Skeleton shape="box" height={270} />}
        part={{
          level: 2,
          title: t`The weekly race did not load`,
          offline: t`The weekly race is not saved on this device.`,
        }}
      >
        {(race) => <Running race={race} />}
      </AnswerGate>
    </Card>
  )
}

function Running({ race }: { race: Race }) {
  const { decimal, moment } = useFormat()
  const isSignedOut = useAccountStatus() === 'signed-out'
  const { data: own } = useOwnRace()
  const pool = decimal(race.pool, 2, 2)
  const symbol = coinSymbol(race.coin)
  const end = moment(new Date(race.endsAt))
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Heading level={2} size="card" className="flex items-center gap-2">
          <Text as="span" tone="gold">
            <Trophy aria-hidden size={19} />
          </Text>
          <Trans>Weekly race</Trans>
        </Heading>
        <Text size={3} tone="muted" num>
          <Trans>ends {end}</Trans>
        </Text>
      </div>
      <Text size={3} tone="muted" num>
        <Trans>
          {pool} {symbol} in prizes so far.
        </Trans>{' '}
        <Plural
          // Players are counted now and then; who has just joined is one of them at once.
          value={own?.isJoined ? Math.max(1, race.entries) : race.entries}
          _0="Nobody takes part yet."
          one="# player takes part."
          other="# players take part."
        />
      </Text>
      {race.leaders.length > 0 ? <RaceList leaders={race.leaders} coin={race.coin} /> : null}
      {isSignedOut ? (
        <Link
          to="/accout"
          search={{ from: '/rewards' }}
          className={`${buttonClass({ variant: 'secondary' })} justify-self-start`}
        >
          <Trans>Log in to take part</Trans>
        </Link>
      ) : (
        <OwnRace race={race} />
      )}
      {race.last && race.last.leaders.length > 0 ? (
        <Folded title={<Trans>Last week</Trans>}>
          <RaceList leaders={race.last.leaders} coin={race.coin} />
        </Folded>
      ) : null}
      <Folded title={<Trans>Rules</Trans>}>
        <Rules race={race} />
      </Folded>
    </>
  )
}

function Rules({ race }: { race: Race }) {
  const { percent, usd } = useFormat()
  const pool = percent(race.poolBps)
  const most = percent(race.prizeMostBps)
  const cap = usd(race.dayCapUsd)
  const shares = race.sharesBps.map((bps) => percent(bps)).join(' · ')
  return (
    <div className="grid gap-2">
      <Text size={3} tone="muted" num>
        <Trans>
          Points are the house edge of your bets in dollars, stake × edge, from the day (UTC) on which you
          join. At most {cap} count on one day. Demo coins, free rounds and stakes that came back do not
          count.
        </Trans>
      </Text>
      <Text size={3} tone="muted" num>
        <Trans>
          Prizes share out {pool} of all points, by place: {shares}. No prize is above {most} of the winner’s
          own points. What is left over is not paid.
        </Trans>
      </Text>
      <Text size={3} tone="muted">
        <Trans>
          With the same points, whoever joined first is ahead. Prizes are paid on Monday, by themselves. You
          are listed as in all public lists; hidden players and players on a break keep their place and are
          not listed.
        </Trans>
      </Text>
    </div>
  )
}
