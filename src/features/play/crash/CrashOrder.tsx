import { useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import { chipClass } from '#ui/chip-class.ts'
import { StakeField } from '#features/play/stake/StakeField.tsx'
import playStyles from '#features/play/play.module.css'
import { useIsSideBySide } from '#features/play/use-is-side-by-side.ts'
import { CrashAction } from './CrashAction.tsx'
import { CrashParameters } from './CrashParameters.tsx'
import styles from './crash.module.css'
import type { CrashPlay } from './crash-play.ts'

export function CrashOrder({ play }: { play: CrashPlay }) {
  const { t } = useLingui()
  const [first, second] = play.slots
  const hasSecond = useStore(play.hasSecond)
  const secondBet = useStore(second.placed)
  const secondState = useStore(second.state)
  const [chosen, setChosen] = useState<1 | 2>(1)
  const shown = hasSecond && chosen === 2 ? second : first
  const canRemove = secondBet?.status !== 'placed' && (secondState === 'bet' || secondState === 'next')
  const isSideBySide = useIsSideBySide()
  const parameters = <CrashParameters key={shown.number} slot={shown} />
  const choose = (number: 1 | 2) => () => setChosen(number)
  return (
    <>
      <div className={styles.bets} role="group" aria-label={t`Bets of a round`}>
        {hasSecond ? (
          <>
            {([1, 2] as const).map((number) => (
              <button
                key={number}
                type="button"
                className={chipClass(shown.number === number)}
                aria-pressed={shown.number === number}
                onClick={choose(number)}
              >
                {t`Bet ${number}`}
              </button>
            ))}
            {canRemove ? (
              <button
                type="button"
                className={chipClass(false)}
                onClick={() => {
                  setChosen(1)
                  play.hasSecond.set(false)
                }}
              >
                <X aria-hidden size={15} />
                <span>{t`Only one bet`}</span>
              </button>
            ) : null}
          </>
        ) : (
          <button
            type="button"
            className={chipClass(false)}
            onClick={() => {
              play.hasSecond.set(true)
              setChosen(2)
            }}
          >
            <Plus aria-hidden size={15} />
            <span>{t`Second bet`}</span>
          </button>
        )}
      </div>
      {isSideBySide ? null : parameters}
      <div className={`${playFrameClass.order} ${playStyles.order}`} data-testid="play-order">
        <StakeField key={shown.number} play={shown} isLocked={false} />
        <div className={styles.actions} id="bet">
          <CrashAction table={play.table} slot={first} />
          {hasSecond ? <CrashAction table={play.table} slot={second} /> : null}
        </div>
      </div>
      {isSideBySide ? parameters : null}
    </>
  )
}
