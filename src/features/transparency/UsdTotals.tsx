import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { Stat } from '#ui/Stat.tsx'

/** Both sides in one currency, because a deposit in one coin may be owed in another. */
export function UsdTotals({ owedUsd, heldUsd }: { owedUsd: string; heldUsd: string }) {
  const { usd } = useFormat()
  return (
    <div className="grid gap-2.5 sm:grid-cols-2">
      <Stat label={<Trans>Owed to players</Trans>} value={usd(owedUsd)} />
      <Stat label={<Trans>Held by the house</Trans>} value={usd(heldUsd)} />
    </div>
  )
}
