import { useLingui } from '@lingui/react/macro'
import type { LimboParams } from '#rules/limbo/limbo.ts'
import { ParameterField } from '#features/play/controls/ParameterField.tsx'
import { ParameterRow } from '#features/play/controls/ParameterRow.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { chancePercent, withTypedChance, withTypedTarget } from './limbo-links.ts'
import { useLimboPlay } from './limbo-play.ts'

export function LimboParameters() {
  const play = useLimboPlay()
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { hundredths } = usePlayFormat()
  const params = useStore(play.params)
  const isLocked = useIsAutoPlaying('limbo')
  const change = (next: LimboParams | undefined) => {
    if (next) play.setParams(next)
  }
  return (
    <ParameterRow>
      <ParameterField
        label={t`Target multiplier`}
        unit="×"
        value={hundredths(params.target)}
        isLocked={isLocked}
        onType={(text) => change(withTypedTarget(text))}
      />
      <ParameterField
        label={t`Win chance`}
        unit="%"
        value={decimal(chancePercent(params), 2, 4)}
        isLocked={isLocked}
        onType={(text) => change(withTypedChance(text))}
      />
    </ParameterRow>
  )
}
