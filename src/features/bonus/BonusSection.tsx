import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Bonus } from '#contract/bonuses.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useBonuses } from '#queries/bonuses.queries.ts'
import { Invitation } from '#session/Invitation.tsx'
import { useAccountStatus } from '#session/use-user.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { daysLeft, isEndingSoon, shareReleased } from './bonus-progress.ts'
import { GiveUpSheet } from './GiveUpSheet.tsx'
import { symbolOf, useBonusEnd, useBonusName } from './bonus-words.ts'

/** The player's deposit bonuses, with the progress of running ones; renders nothing for visitors. */
export function BonusSection() {
  const { t } = useLingui()
  const nameOf = useBonusName()
  const endOf = useBonusEnd()
  const status = useAccountStatus()
  const query = useBonuses()
  const [now] = useState(() => Date.now())
  if (status === 'signed-out') return null
  return (
    <section aria-label={t`Deposit bonuses`} className="grid grid-cols-1 gap-2.5">
      <Heading level={2}>
        <Trans>Deposit bonuses</Trans>
      </Heading>
      <AnswerGate
        query={query}
        skeleton={<Skeleton shape="box" height={230} />}
        part={{
          level: 3,
          title: t`Bonuses did not load`,
          offline: t`Your bonuses are not saved on this device.`,
        }}
      >
        {({ bonuses }) =>
          bonuses.length === 0 ? (
            <Text tone="muted">
              <Invitation instead={<Trans>None yet.</Trans>}>
                <Trans>None yet. Each of your first two deposits can give you one.</Trans>
              </Invitation>
            </Text>
          ) : (
            bonuses.map((bonus) =>
              bonus.status === 'active' ? (
                <BonusCard key={bonus.id} bonus={bonus} now={now} />
              ) : (
                <Card key={bonus.id} tone="flat" className="grid gap-0.5">
                  <Heading level={3}>{nameOf(bonus)}</Heading>
                  <Text size={3} tone="muted" num>
                    {endOf(bonus)}
                  </Text>
                </Card>
              ),
            )
          )
        }
      </AnswerGate>
      <GiveUpSheet bonuses={query.data?.bonuses} />
    </section>
  )
}

/** A running bonus: its progress, what is left to play, and how to give it up. */
function BonusCard({ bonus, now }: { bonus: Bonus; now: number }) {
  const { t } = useLingui()
  const { decimal, usd, percent, moment } = useFormat()
  const nameOf = useBonusName()
  const endOf = useBonusEnd()
  const symbol = symbolOf(bonus)
  const released = decimal(bonus.released)
  const amount = decimal(bonus.amount)
  const share = percent(bonus.releaseBps)
  const edge = percent(bonus.edgeBps)
  const play = usd(bonus.playUsd)
  const until = moment(new Date(bonus.expiresAt))
  return (
    <Card as="article" tone="flat" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading level={3}>{nameOf(bonus)}</Heading>
        <Text as="span" size={3} tone={isEndingSoon(bonus, now) ? 'gold' : 'muted'} num>
          <Plural value={daysLeft(bonus, now)} one="# day left" other="# days left" />
        </Text>
      </div>
      <Text size={6} weight={800} num>
        <Trans>
          {released}{' '}
          <Text as="span" size={3} weight={650} tone="muted">
            of {amount} {symbol} released
          </Text>
        </Trans>
      </Text>
      <ProgressBar
        label={t({ message: 'Released', context: 'bonus' })}
        value={shareReleased(bonus)}
        max={10_000}
        valueText={endOf(bonus)}
        tone="jade"
      />
      <Invitation>
        <Text size={3} tone="muted" num>
          <Trans>
            Each bet releases {share} of its house edge. Playing about {play} at a {edge} edge by {until}{' '}
            releases the rest. What is left then is lost. Locked money never blocks a withdrawal.
          </Trans>
        </Text>
      </Invitation>
      <Link
        to="/rewards"
        search={{ bonus: bonus.id }}
        state={{ openedPanel: true }}
        resetScroll={false}
        aria-haspopup="dialog"
        className={`${buttonClass({ variant: 'secondary', size: 'sm' })} justify-self-start`}
      >
        <Trans>Give up the rest</Trans>
      </Link>
    </Card>
  )
}
