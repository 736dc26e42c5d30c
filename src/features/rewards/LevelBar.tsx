import { useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import type { Decimal } from '#lib/decimal.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Text } from '#ui/Text.tsx'
import { progressBps } from './level-progress.ts'

/** The way from LV.1 to LV.2 that `wagered` US dollars have made. */
export function LevelBar({ wagered }: { wagered: Decimal }) {
  const { t } = useLingui()
  const { percentExact } = useFormat()
  const bps = progressBps(wagered)
  const shown = percentExact(bps)
  return (
    <div className="grid gap-2">
      <div className="flex justify-between" aria-hidden>
        <Text as="span" size={2} weight={700}>
          {t`LV.1`}
        </Text>
        <Text as="span" size={2} weight={700} num>
          {shown}
        </Text>
        <Text as="span" size={2} weight={700}>
          {t`LV.2`}
        </Text>
      </div>
      <ProgressBar label={t`Progress to level 2`} value={bps} max={10_000} valueText={shown} />
    </div>
  )
}
