import { useLingui } from '@lingui/react/macro'
import { Minus, Plus, Shuffle } from 'lucide-react'
import { MINES_MAX, MINES_MIN } from '#rules/mines/mines.ts'
import { ParameterButton } from '#features/play/controls/ParameterButton.tsx'
import { ParameterFact } from '#features/play/controls/ParameterFact.tsx'
import { ParameterField } from '#features/play/controls/ParameterField.tsx'
import { betButtonHeir, useFocusHeir } from '#features/play/controls/use-focus-heir.ts'
import { parseTypedNumber } from '#lib/typed-number.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useStore } from '#lib/use-store.ts'
import { nextGemChance } from './mines-board.ts'
import { useMinesPlay } from './mines-controller.ts'
import styles from './mines.module.css'

export function MinesParameters() {
  const play = useMinesPlay()
  const { t } = useLingui()
  // Deferred, because the board must react first.
  const round = useAfterPaint(useStore(play.round))
  const chosen = useStore(play.params)
  const isAutoPlaying = useIsAutoPlaying('mines')
  const { hundredths } = usePlayFormat()
  const chance = nextGemChance(round?.params ?? chosen, round?.opened.length ?? 0)
  return (
    <div className={styles.parameters}>
      {round && !isAutoPlaying ? <PickForMe /> : <MinesCount isLocked={isAutoPlaying} />}
      <ParameterFact label={t`Chance of the next gem`} value={`${hundredths(chance)}%`} />
    </div>
  )
}

function PickForMe() {
  const play = useMinesPlay()
  const { t } = useLingui()
  const ref = useFocusHeir<HTMLDivElement>(betButtonHeir)
  return (
    <div ref={ref} className={styles.slot}>
      <ParameterButton
        label={t`A random tile`}
        icon={<Shuffle aria-hidden size={14} />}
        value={t`Pick for me`}
        hint=""
        onPress={() => void play.revealRandom()}
      />
    </div>
  )
}

function MinesCount({ isLocked }: { isLocked: boolean }) {
  const play = useMinesPlay()
  const { t } = useLingui()
  const { mines } = useStore(play.params)
  const change = (next: number) => {
    play.setParams({ mines: Math.min(Math.max(next, MINES_MIN), MINES_MAX) })
  }
  const steps = [
    { name: t`One mine less`, Icon: Minus, next: mines - 1 },
    { name: t`One mine more`, Icon: Plus, next: mines + 1 },
  ]
  return (
    <div className={styles.count}>
      <ParameterField
        label={t({ message: 'Mines', context: 'how many mines there are' })}
        value={String(mines)}
        isWhole
        isLocked={isLocked}
        onType={(text) => {
          const typed = parseTypedNumber(text, 0)
          if (typed !== undefined && typed >= MINES_MIN) change(typed)
        }}
      />
      <div className={styles.steps}>
        {steps.map(({ name, Icon, next }) => (
          <button
            key={name}
            type="button"
            className={`press ${styles.step}`}
            aria-label={name}
            aria-disabled={isLocked || next < MINES_MIN || next > MINES_MAX}
            onClick={() => {
              if (!isLocked) change(next)
            }}
          >
            <Icon aria-hidden size={16} />
          </button>
        ))}
      </div>
    </div>
  )
}
