import { Trans } from '@lingui/react/macro'
import { CircleHelp, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { LedgerHealth } from '#contract/health.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Callout } from '#ui/Callout.tsx'

/** What came of the last time that the server added its ledger up. */
export function LedgerVerdict({ ledger }: { ledger: LedgerHealth }) {
  const { moment } = useFormat()
  const at = ledger.checkedAt === null ? '' : moment(new Date(ledger.checkedAt))
  switch (ledger.status) {
    case 'sound':
      return (
        <Callout
          tone="success"
          icon={<ShieldCheck aria-hidden size={28} />}
          title={<Trans>The ledger adds up</Trans>}
        >
          <Trans>
            Checked at {at}: every coin adds up to zero, every balance matches its movements, no balance is
            below zero, and every transfer on a chain was recorded exactly once.
          </Trans>
        </Callout>
      )
    case 'alarm':
      return (
        <Callout
          tone="danger"
          icon={<TriangleAlert aria-hidden size={28} />}
          title={<Trans>The ledger does not add up</Trans>}
        >
          <Trans>
            The check at {at} found a mistake, and the operator was told. Do not rely on the figures below
            until it is fixed.
          </Trans>
        </Callout>
      )
    case 'unchecked':
      return (
        <Callout icon={<CircleHelp aria-hidden size={28} />} title={<Trans>Not checked yet</Trans>}>
          <Trans>
            This server has just started and has not added its ledger up yet. Look again in a minute.
          </Trans>
        </Callout>
      )
  }
}
