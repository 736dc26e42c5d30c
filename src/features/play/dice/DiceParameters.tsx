import { useLingui } from '@lingui/react/macro'
import { ArrowLeftRight } from 'lucide-react'
import { diceChance, diceWinMultiplier, type DiceParams } from '#rules/dice/dice.ts'
import { ParameterButton } from '#features/play/controls/ParameterButton.tsx'
import { ParameterField } from '#features/play/controls/ParameterField.tsx'
import { ParameterRow } from '#features/play/controls/ParameterRow.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useStore } from '#lib/use-store.ts'
import { withOtherSide, withTypedChance, withTypedMultiplier } from './dice-links.ts'
import { useDicePlay } from './dice-play.ts'

export function DiceParameters() {
  const play = useDicePlay()
  const { t } = useLingui()
  const params = useStore(play.params)
  const isLocked = useIsAutoPlaying('dice')
  const { hundredths, exactMultiplier } = usePlayFormat()
  const change = (next: DiceParams | undefined) => {
    if (next) play.setParams(next)
  }
  return (
    <ParameterRow>
      <ParameterField
        label={t`Multiplier`}
        unit="×"
        value={exactMultiplier(diceWinMultiplier(params))}
        isLocked={isLocked}
        onType={(text) => change(withTypedMultiplier(params, text))}
      />
      <ParameterButton
        label={params.side === 'over' ? t`Roll over` : t`Roll under`}
        icon={<ArrowLeftRight aria-hidden size={14} />}
        value={hundredths(params.target)}
        hint={params.side === 'over' ? t`Switch to roll under` : t`Switch to roll over`}
        isLocked={isLocked}
        onPress={() => change(withOtherSide(params))}
      />
      <ParameterField
        label={t`Win chance`}
        unit="%"
        value={hundredths(diceChance(params))}
        isLocked={isLocked}
        onType={(text) => change(withTypedChance(params, text))}
      />
    </ParameterRow>
  )
}
