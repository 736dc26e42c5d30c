import { useLingui } from '@lingui/react/macro'
import { WHEEL_RISKS, WHEEL_SEGMENTS } from '#rules/wheel/wheel.ts'
import { ParameterChoice } from '#features/play/controls/ParameterChoice.tsx'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { RISK_NAMES } from '#features/play/risk-names.ts'
import { useStore } from '#lib/use-store.ts'
import styles from './wheel.module.css'
import { changeWheel, useWheelPlay } from './wheel-play.ts'

export function WheelParameters() {
  const play = useWheelPlay()
  const { t, i18n } = useLingui()
  const { segments, risk } = useStore(play.params)
  const isLocked = useIsAutoPlaying('wheel')
  return (
    <div className={styles.parameters}>
      <ParameterChoice
        label={t`Risk`}
        options={WHEEL_RISKS.map((value) => ({ value, label: i18n._(RISK_NAMES[value]) }))}
        value={risk}
        isLocked={isLocked}
        onChoose={(value) => changeWheel(play, { risk: value })}
      />
      <ParameterChoice
        label={t`Segments`}
        options={WHEEL_SEGMENTS.map((value) => ({ value: String(value), label: value }))}
        value={String(segments)}
        isLocked={isLocked}
        onChoose={(value) => {
          const chosen = WHEEL_SEGMENTS.find((each) => String(each) === value)
          if (chosen !== undefined) changeWheel(play, { segments: chosen })
        }}
      />
    </div>
  )
}
