import { useLingui } from '@lingui/react/macro'
import { KENO_RISKS } from '#rules/keno/keno.ts'
import { ParameterChoice } from '#features/play/controls/ParameterChoice.tsx'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { RISK_NAMES } from '#features/play/risk-names.ts'
import { useStore } from '#lib/use-store.ts'
import { useKenoPlay } from './keno-play.ts'

export function KenoParameters() {
  const play = useKenoPlay()
  const { t, i18n } = useLingui()
  const { risk } = useStore(play.params)
  const isLocked = useIsAutoPlaying('keno')
  return (
    <ParameterChoice
      label={t`Risk`}
      options={KENO_RISKS.map((value) => ({ value, label: i18n._(RISK_NAMES[value]) }))}
      value={risk}
      isLocked={isLocked}
      onChoose={play.setRisk}
    />
  )
}
