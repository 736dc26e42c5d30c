import { Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { useProgress } from '#queries/progress.queries.ts'
import { Card } from '#ui/Card.tsx'
import { Medal } from '#ui/Medal.tsx'
import { Text } from '#ui/Text.tsx'
import { levelProgress, rakebackOf } from './level-progress.ts'
import { LevelBar } from './LevelBar.tsx'

/** Visitors see the first level. */
export function LevelCard() {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { wagered, edge } = useProgress()
  const { level, nextXp } = levelProgress(wagered)
  const xp = decimal(formatDecimal(wagered), 0, 2)
  const levelXp = decimal(String(nextXp))
  const back = decimal(formatDecimal(rakebackOf(edge)), 2, 6)
  return (
    <Card as="section" tone="pond" padding="lg" className="grid gap-5" aria-label={t`Level`}>
      <div className="flex items-center gap-3.5">
        <Medal>{level}</Medal>
        <div>
          <Text size={3} tone="muted">
            {wagered.units === 0n ? <Trans>Everyone starts at</Trans> : <Trans>You have reached</Trans>}
          </Text>
          <Text size={6} weight={800}>
            <Trans>LV.{level}</Trans>
          </Text>
        </div>
      </div>
      <LevelBar wagered={wagered} />
      <Text size={3} tone="muted" num>
        <Trans>
          {xp} of {levelXp} XP. One XP for each dollar wagered.
        </Trans>
      </Text>
      {edge.units === 0n ? null : (
        <Text size={3} tone="muted" num>
          <Trans>Rakeback so far: ${back}. It counts with every bet, and it cannot be claimed yet.</Trans>
        </Text>
      )}
    </Card>
  )
}
