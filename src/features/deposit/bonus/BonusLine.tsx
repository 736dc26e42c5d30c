import { Trans } from '@lingui/react/macro'
import { BadgePercent } from 'lucide-react'
import { useFormat } from '#i18n/use-format.ts'
import { useBonuses } from '#queries/bonuses.queries.ts'
import { Note } from '#ui/Note.tsx'

/** Tells if the next deposit comes with a bonus; renders nothing without an offer. */
export function BonusLine() {
  const { percentExact, usd } = useFormat()
  const { data } = useBonuses()
  if (!data?.offer) return null
  const share = percentExact(data.offer.bonusBps)
  const least = usd(data.offer.minUsd)
  return (
    <Note icon={<BadgePercent aria-hidden size={16} />}>
      {data.isAccepted ? (
        <Trans>
          A deposit of {least} or more gives you the {share} bonus. If you do not want it, switch it off on
          the deposit screen.
        </Trans>
      ) : (
        <Trans>No bonus: you switched it off on the deposit screen.</Trans>
      )}
    </Note>
  )
}
