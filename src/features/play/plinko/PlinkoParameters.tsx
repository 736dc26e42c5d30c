import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { PLINKO_RISKS, PLINKO_ROWS } from '#rules/plinko/plinko.ts'
import { RISK_NAMES } from '#features/play/risk-names.ts'
import { ParameterChoice } from '#features/play/controls/ParameterChoice.tsx'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useStore } from '#lib/use-store.ts'
import { Slider } from '#ui/Slider.tsx'
import { changePlinko, usePlinkoPlay } from './plinko-play.ts'
import styles from './plinko.module.css'

const [FEWEST] = PLINKO_ROWS
const MOST = PLINKO_ROWS[PLINKO_ROWS.length - 1] ?? FEWEST

export function PlinkoParameters() {
  const play = usePlinkoPlay()
  const { t, i18n } = useLingui()
  const { rows, risk } = useStore(play.params)
  const isLocked = useIsAutoPlaying('plinko')
  const rowsId = useId()
  return (
    <div className={styles.parameters}>
      <ParameterChoice
        label={t`Risk`}
        options={PLINKO_RISKS.map((value) => ({ value, label: i18n._(RISK_NAMES[value]) }))}
        value={risk}
        isLocked={isLocked}
        onChoose={(value) => changePlinko(play, { risk: value })}
      />
      <div className={styles.parameter}>
        <label htmlFor={rowsId} className={styles.label}>
          {t`Rows`}
        </label>
        <Slider
          id={rowsId}
          className={styles.rows}
          share={(rows - FEWEST) / (MOST - FEWEST)}
          min={FEWEST}
          max={MOST}
          value={rows}
          disabled={isLocked}
          onChange={(event) => {
            const chosen = PLINKO_ROWS.find((each) => each === Number(event.target.value))
            if (chosen !== undefined) changePlinko(play, { rows: chosen })
          }}
        />
        <span className={`num ${styles.rowCount}`} aria-hidden>
          {rows}
        </span>
      </div>
    </div>
  )
}
