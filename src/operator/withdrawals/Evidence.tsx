import { Trans, useLingui } from '@lingui/react/macro'
import type { WithdrawalDetail } from '#contract/operator/withdrawals.ts'
import { Facts } from '#operator/parts/Facts.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { Badge } from '#ui/Badge.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

/** The facts to decide by; what speaks against the withdrawal is marked. */
export function Evidence({ withdrawal: { evidence } }: { withdrawal: WithdrawalDetail }) {
  const { t } = useLingui()
  const { usd, integer } = useConsoleFormat()
  const { sharedWith, recentChanges, isKnownAddress } = evidence
  return (
    <Panel title={t`Evidence`}>
      <Facts
        facts={[
          { term: t`Days since it was opened`, value: integer(evidence.accountAgeDays) },
          { term: t`Withdrawals before`, value: integer(evidence.withdrawals) },
          { term: t`Withdrawn before`, value: usd(evidence.withdrawnUsd) },
          { term: t`Deposited`, value: usd(evidence.depositedUsd) },
          { term: t`Won with all bets`, value: usd(evidence.wonUsd) },
          { term: t`Others in 24 hours`, value: usd(evidence.dayUsd) },
        ]}
      />
      <Text as="ul" size={3} className="grid gap-2">
        <li className="flex flex-wrap items-center gap-2">
          {isKnownAddress ? (
            <Badge tone="jade">
              <Trans>Known address</Trans>
            </Badge>
          ) : (
            <Badge tone="gold">
              <Trans>New address</Trans>
            </Badge>
          )}
          <span>
            {isKnownAddress ? (
              <Trans>The player has withdrawn to it before.</Trans>
            ) : (
              <Trans>The player has never withdrawn to it.</Trans>
            )}
          </span>
        </li>
        {sharedWith.length > 0 ? (
          <li className="flex flex-wrap items-center gap-2">
            <Badge tone="danger">
              <Trans>Shared address</Trans>
            </Badge>
            <span>
              <Trans>Other players have withdrawn to it:</Trans>
            </span>
            {sharedWith.map((uid) => (
              <PageLink key={uid} to={`/players/${uid}`} className={textLinkClass}>
                {`${uid}`}
              </PageLink>
            ))}
          </li>
        ) : null}
        {recentChanges.map(({ what, at }) => (
          <li key={what + at} className="flex flex-wrap items-center gap-2">
            <Badge tone="gold">
              <Trans>Changed lately</Trans>
            </Badge>
            <span>{what}</span>
            <Moment at={at} />
          </li>
        ))}
      </Text>
    </Panel>
  )
}
