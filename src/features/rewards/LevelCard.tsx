import { Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal, ZERO } from '#lib/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { Medal } from '#ui/Medal.tsx'
import { Text } from '#ui/Text.tsx'
import { LEVEL_2_XP } from './level-progress.ts'
import { LevelBar } from './LevelBar.tsx'

/** The level a visitor stands at: everyone starts here. */
export function LevelCard() {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const xp = decimal(formatDecimal(ZERO))
  const levelXp = LEVEL_2_XP.units.toString()
  return (
    <Card as="section" tone="pond" padding="lg" className="grid gap-5" aria-label={t`Level`}>
      <div className="flex items-center gap-3.5">
        <Medal>1</Medal>
        <div>
          <Text size={3} tone="muted">
            <Trans>Everyone starts at</Trans>
          </Text>
          <Text size={6} weight={800}>
            <Trans>LV.1</Trans>
          </Text>
        </div>
      </div>
      <LevelBar wagered={ZERO} />
      <Text size={3} tone="muted" num>
        <Trans>
          {xp} of {levelXp} XP. One XP for each dollar wagered.
        </Trans>
      </Text>
    </Card>
  )
}
