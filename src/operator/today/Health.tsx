import { Trans, useLingui } from '@lingui/react/macro'
import type { Today } from '#contract/operator/today.ts'
import { Facts } from '#operator/parts/Facts.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { useMay } from '#operator/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

export function Health({ today }: { today: Today }) {
  const { t } = useLingui()
  const may = useMay()
  const { ledger, seal, proposals, withdrawals } = today
  return (
    <Panel title={t`Health`}>
      <Facts
        facts={[
          { term: t`Books`, value: <LedgerState ledger={ledger} /> },
          {
            term: t`Books checked`,
            value: ledger?.checkedAt ? <Moment at={ledger.checkedAt} /> : t`Not yet`,
          },
          { term: t`Last daily seal`, value: seal ? seal.day : t`None yet` },
          { term: t`Sealed at`, value: seal ? <Moment at={seal.at} /> : '—' },
          {
            term: t`Withdrawals in review`,
            value: may('withdrawals.read') ? (
              <PageLink to="/withdrawals" className={textLinkClass}>
                {`${withdrawals.inReview}`}
              </PageLink>
            ) : (
              withdrawals.inReview
            ),
          },
          {
            term: t`Open proposals`,
            value: may('proposals.read') ? (
              <PageLink to="/proposals" className={textLinkClass}>
                {`${proposals}`}
              </PageLink>
            ) : (
              proposals
            ),
          },
        ]}
      />
    </Panel>
  )
}

function LedgerState({ ledger }: { ledger: Today['ledger'] }) {
  if (ledger === null || ledger.status === 'unchecked') {
    return (
      <Badge tone="gold">
        <Trans>Not checked yet</Trans>
      </Badge>
    )
  }
  return ledger.status === 'sound' ? (
    <Badge tone="jade">
      <Trans>Sound</Trans>
    </Badge>
  ) : (
    <Badge tone="danger">
      <Trans>Do not add up</Trans>
    </Badge>
  )
}
