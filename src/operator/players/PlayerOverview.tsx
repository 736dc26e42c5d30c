import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PlayerDetail } from '#contract/operator/players.ts'
import { coinNetwork, coinSymbol } from '#contract/values.ts'
import { Facts } from '#operator/parts/Facts.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { SimpleTable } from '#operator/parts/SimpleTable.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useMay } from '#operator/session/session.ts'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

export function PlayerOverview({ player }: { player: PlayerDetail }) {
  const { t } = useLingui()
  const may = useMay()
  const { usd } = useConsoleFormat()
  const { sums } = player
  return (
    <div className="grid grid-cols-1 xl:grid-cols-2 gap-4.5 items-start">
      <Account player={player} />
      {sums ? (
        <Panel title={t`Since the account was opened`}>
          <Facts
            facts={[
              { term: t`Staked`, value: usd(sums.stakedUsd) },
              { term: t`Result of the player`, value: usd(sums.resultUsd) },
              { term: t`Deposited`, value: usd(sums.depositedUsd) },
              { term: t`Withdrawn`, value: usd(sums.withdrawnUsd) },
            ]}
          />
        </Panel>
      ) : null}
      <Balances player={player} />
      <Limits player={player} />
      <Sessions player={player} />
      {may('players.money') ? <Links player={player} /> : null}
    </div>
  )
}

function Account({ player }: { player: PlayerDetail }) {
  const { t } = useLingui()
  const { waysIn } = player
  const ways = [
    waysIn.password ? t`Password` : undefined,
    waysIn.twoStep ? t`Two-step login` : undefined,
    waysIn.passkeys > 0 ? t`Passkeys: ${ph({ count: waysIn.passkeys })}` : undefined,
    waysIn.wallets > 0 ? t`Wallets: ${ph({ count: waysIn.wallets })}` : undefined,
  ]
  return (
    <Panel title={t`Account`}>
      <Facts
        facts={[
          { term: t`E-mail`, value: player.email ? <span translate="no">{player.email}</span> : t`None` },
          { term: t`Public number`, value: player.publicNumber ?? t`Hidden` },
          { term: t`Level`, value: player.level },
          { term: t`Language`, value: player.locale },
          { term: t`Registered`, value: <Moment at={player.createdAt} /> },
          { term: t`Last seen`, value: player.lastSeenAt ? <Moment at={player.lastSeenAt} /> : t`Never` },
          { term: t`Ways to log in`, value: ways.filter(Boolean).join(', ') || t`None` },
          ...(player.closedAt ? [{ term: t`Closed`, value: <Moment at={player.closedAt} /> }] : []),
        ]}
      />
    </Panel>
  )
}

function Balances({ player }: { player: PlayerDetail }) {
  const { t } = useLingui()
  const { coin } = useConsoleFormat()
  return (
    <Panel title={t`Balances`}>
      <SimpleTable
        label={t`Balances`}
        heads={[t`Coin`, t`Available`, t`Locked`, t`On the way out`]}
        rows={player.balances.map((each) => ({
          key: each.coin,
          cells: [
            `${coinSymbol(each.coin)} (${coinNetwork(each.coin)})`,
            ...[each.available, each.locked, each.pending].map((sum) => coin(sum, each.coin)),
          ],
        }))}
        empty={t`The player has no coins.`}
      />
    </Panel>
  )
}

function Limits({ player }: { player: PlayerDetail }) {
  const { t } = useLingui()
  const { breakUntil } = player
  return (
    <Panel title={t`Limits and breaks`}>
      <Text size={3}>
        {breakUntil === null ? (
          <Trans>No break.</Trans>
        ) : breakUntil === 'forever' ? (
          <Trans>On a break without an end.</Trans>
        ) : (
          <Trans>
            On a break until <Moment at={breakUntil} />.
          </Trans>
        )}
      </Text>
      <SimpleTable
        label={t`Limits`}
        heads={[t`Limit`, t`Period`, t`Value`]}
        rows={player.limits.map(({ kind, period, value }) => ({
          key: kind + period,
          cells: [kind, period, value],
        }))}
        empty={t`The player has set no limits.`}
      />
    </Panel>
  )
}

function Sessions({ player }: { player: PlayerDetail }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Sessions`}>
      <SimpleTable
        label={t`Sessions`}
        heads={[t`Device`, t`Began`, t`Last seen`]}
        rows={player.sessions.map(({ id, device, startedAt, lastSeenAt }) => ({
          key: id,
          cells: [device, <Moment key="began" at={startedAt} />, <Moment key="seen" at={lastSeenAt} />],
        }))}
        empty={t`The player is logged in nowhere.`}
      />
    </Panel>
  )
}

function Links({ player }: { player: PlayerDetail }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Linked accounts`}>
      <SimpleTable
        label={t`Linked accounts`}
        heads={[t`Player`, t`Linked by`]}
        rows={player.links.map(({ uid, by }) => ({
          key: `${uid} ${by}`,
          cells: [
            <PageLink key="player" to={`/players/${uid}`} className={textLinkClass}>{`${uid}`}</PageLink>,
            by,
          ],
        }))}
        empty={t`No other account shares a device, wallet or mailbox.`}
      />
    </Panel>
  )
}
