import { Plural, useLingui } from '@lingui/react/macro'
import { Eraser, Shuffle } from 'lucide-react'
import { KENO_RISKS } from '#fair/keno.ts'
import { ParameterButton } from '#features/play/controls/ParameterButton.tsx'
import { ParameterChoice } from '#features/play/controls/ParameterChoice.tsx'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { RISK_NAMES } from '#features/play/risk-names.ts'
import { useStore } from '#lib/use-store.ts'
import { KENO_MOST_PICKS } from './keno-board.ts'
import styles from './keno.module.css'
import { useKenoPlay } from './keno-play.ts'

/** How far the payouts lie apart; numbers picked at random, and none. */
export function KenoParameters() {
  const play = useKenoPlay()
  const { t, i18n } = useLingui()
  const { risk } = useStore(play.params)
  const picks = useStore(play.picks)
  const isLocked = useIsAutoPlaying('keno')
  return (
    <div className={styles.parameters}>
      <ParameterChoice
        label={t`Risk`}
        options={KENO_RISKS.map((value) => ({ value, label: i18n._(RISK_NAMES[value]) }))}
        value={risk}
        isLocked={isLocked}
        onChoose={play.setRisk}
      />
      <div className={styles.picking}>
        <ParameterButton
          label={t`Random picks`}
          icon={<Shuffle aria-hidden size={14} />}
          value={<Plural value={picks.length || KENO_MOST_PICKS} one="# number" other="# numbers" />}
          hint={t`Pick other numbers at random`}
          isLocked={isLocked}
          onPress={play.pickAtRandom}
        />
        <ParameterButton
          label={t`Your picks`}
          icon={<Eraser aria-hidden size={14} />}
          value={t`Clear`}
          hint={t`Take all numbers off the board`}
          isLocked={isLocked}
          onPress={play.clear}
        />
      </div>
    </div>
  )
}
