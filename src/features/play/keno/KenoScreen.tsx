import { useLingui } from '@lingui/react/macro'
import { KENO_RISKS, kenoHits } from '#rules/keno/keno.ts'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { KenoAction } from './KenoAction.tsx'
import { KenoParameters } from './KenoParameters.tsx'
import { useKenoPlay, type KenoPlay } from './keno-play.ts'
import { KenoStage } from './KenoStage.tsx'
import { useKenoAutoProblem } from './use-keno-auto-problem.ts'

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
