import { useLingui } from '@lingui/react/macro'
import { KENO_RISKS, kenoHits } from '#rules/keno/keno.ts'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { ActionButton } from '#features/play/controls/ActionButton.tsx'
import { useBetAction } from '#features/play/controls/use-bet-action.tsx'
import { BET_WORDS_ID } from '#features/play/stake/stake-play.ts'
import { useStore } from '#lib/use-store.ts'
import { ParameterChoice } from '#features/play/controls/ParameterChoice.tsx'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { RISK_NAMES } from '#features/play/risk-names.ts'
import { type KenoPlay, useKenoPlay } from './keno-play.ts'
import { KenoScene } from './KenoScene.tsx'
import { KenoStage } from './KenoStage.tsx'

const AUTO_PLAY = { fields: null, useProblem: useKenoAutoProblem, useRoundParams: () => undefined }

function takeNextRisk(play: KenoPlay): void {
  const next = KENO_RISKS.indexOf(play.params.get().risk) + 1
  play.setRisk(KENO_RISKS[next % KENO_RISKS.length] ?? 'classic')
}

export function KenoScreen() {
  const play = useKenoPlay()
  const { t } = useLingui()
  const { multiplier } = usePlayFormat()
  return (
    <PlayScreen
      play={play}
      stage={<KenoStage />}
      scene={<KenoScene />}
      parameters={<KenoParameters />}
      isStageTall
      action={<KenoAction />}
      autoPlay={AUTO_PLAY}
      chipOf={(bet) => multiplier(bet.multiplier)}
      describe={(bet) => {
        const hits = kenoHits(bet.params, bet.outcome).length
        const count = bet.params.picks.length
        const paid = multiplier(bet.multiplier)
        return t`${hits} of ${count} hit, which pays ${paid}`
      }}
      keys={[
        { key: 'q', label: t`Pick other numbers at random`, run: play.pickAtRandom },
        { key: 'c', label: t`Take all numbers off the board`, run: play.clear },
        { key: 'r', label: t`Next risk`, run: () => takeNextRisk(play) },
      ]}
    />
  )
}

function KenoAction() {
  const play = useKenoPlay()
  const { t } = useLingui()
  const picks = useStore(play.picks)
  const action = useBetAction(play)
  if (picks.length > 0 || action['data-action'] !== 'bet') return <ActionButton {...action} />
  return (
    <ActionButton {...action} aria-disabled>
      <span id={BET_WORDS_ID}>{t`Pick a number first`}</span>
    </ActionButton>
  )
}

function KenoParameters() {
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

/** @returns undefined when auto-play can start */
function useKenoAutoProblem(): string | undefined {
  const play = useKenoPlay()
  const { t } = useLingui()
  return useStore(play.picks).length === 0 ? t`Pick a number first` : undefined
}
