import { useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import type { Decimal } from '#lib/decimal.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Text } from '#ui/Text.tsx'
import { levelProgress } from './level-progress.ts'

/** `wagered` in US dollars. */
export function LevelBar({ wagered }: { wagered: Decimal }) {
  const { t } = useLingui()
  const { percentExact } = useFormat()
  const { level, bps } = levelProgress(wagered)
  const next = level + 1
  const shown = percentExact(bps)
  return (
    <div className="grid gap-2">
      <div className="flex justify-between" aria-hidden>
        <Text as="span" size={2} weight={700}>
          {t`LV.${level}`}
        </Text>
        <Text as="span" size={2} weight={700} num>
          {shown}
        </Text>
        <Text as="span" size={2} weight={700}>
          {t`LV.${next}`}
        </Text>
      </div>
      <ProgressBar
        label={t`Progress to level ${next}`}
        value={bps}
        max={10_000}
        valueText={shown}
        tone="gold"
      />
    </div>
  )
}
