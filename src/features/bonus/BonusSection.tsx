import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { connection } from '#api/connection.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { useBonuses } from '#queries/use-bonuses.ts'
import { Invitation } from '#session/Invitation.tsx'
import { useAccountStatus } from '#session/use-account-status.ts'
import { AnswerMissing } from '#ui/AnswerMissing.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { BonusCard } from './BonusCard.tsx'
import { GiveUpSheet } from './GiveUpSheet.tsx'
import { useBonusEnd, useBonusName } from './bonus-words.ts'

/** The player's deposit bonuses, those under way with their progress; nothing for visitors. */
export function BonusSection() {
  const { t } = useLingui()
  const { moment } = useFormat()
  const nameOf = useBonusName()
  const endOf = useBonusEnd()
  const status = useAccountStatus()
  const isOffline = useStore(connection) === 'offline'
  const query = useBonuses()
  const { data, error, fetchStatus, dataUpdatedAt } = query
  const [now] = useState(() => Date.now())
  if (status === 'signed-out') return null
  const at = moment(new Date(dataUpdatedAt))
  const isLoading = !data && error === null && fetchStatus !== 'paused'
  return (
    <section aria-label={t`Deposit bonuses`} aria-busy={isLoading} className="grid grid-cols-1 gap-2.5">
      <Heading level={2}>
        <Trans>Deposit bonuses</Trans>
      </Heading>
      {isOffline && data ? (
        <Banner tone="offline" inset>
          <Trans>You are offline. These are your bonuses as of {at}.</Trans>
        </Banner>
      ) : null}
      {isLoading ? <Skeleton shape="box" height={230} /> : null}
      {!data && !isLoading ? (
        <AnswerMissing
          query={query}
          level={3}
          title={t`Bonuses did not load`}
          offline={t`You are offline, and none are saved on this device.`}
        />
      ) : null}
      {data?.bonuses.length === 0 ? (
        <Text tone="muted">
          <Invitation instead={<Trans>None yet.</Trans>}>
            <Trans>None yet. Each of your first two deposits can give you one.</Trans>
          </Invitation>
        </Text>
      ) : null}
      {data?.bonuses.map((bonus) =>
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
      )}
      <GiveUpSheet bonuses={data?.bonuses} />
    </section>
  )
}
