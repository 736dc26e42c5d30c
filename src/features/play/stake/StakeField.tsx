import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useStore } from '#lib/use-store.ts'
import { numberInput } from '#ui/number-input.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { parameterClass } from '#ui/play/parameter-class.ts'
import { stakeClass } from '#ui/play/stake-class.ts'
import styles from '#features/play/play.module.css'
import { BET_WORDS_ID, type StakeFieldPlay } from './stake-play.ts'
import { stakeText } from './stake-entry.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { useStakeEntry } from './use-stake-entry.ts'

/** The Bet button says what is wrong with the amount. */
export function StakeField({ play, isLocked }: { play: StakeFieldPlay; isLocked: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const text = useStore(play.stakeText)
  const entry = useStakeEntry(play)
  const coin = useCoin()
  // The amount of a bet under way was checked before, and nothing is known of one without its coin.
  const isInvalid = !isLocked && coin !== undefined && entry.status === 'invalid'
  const tidy = () => {
    if (coin && entry.stake !== undefined) play.setStakeText(stakeText(entry.stake, coin.decimals))
  }
  return (
    <div className={stakeClass.card} data-invalid={isInvalid || undefined}>
      <div className={stakeClass.entry}>
        <label htmlFor={id} className={parameterClass.label}>
          {t`Bet amount`}
        </label>
        <span className={stakeClass.line}>
          <CoinMark symbol={coin?.symbol ?? 'DEMO'} size={20} />
          <input
            id={id}
            className={`${parameterClass.input} ${styles.stakeInput}`}
            value={text}
            {...numberInput(text)}
            enterKeyHint="done"
            maxLength={24}
            readOnly={isLocked}
            aria-invalid={isInvalid}
            aria-describedby={isLocked ? undefined : BET_WORDS_ID}
            onChange={(event) => play.setStakeText(event.target.value)}
            onFocus={(event) => event.target.select()}
            onBlur={tidy}
            onKeyDown={(event) => {
              if (event.key === 'Enter') tidy()
            }}
          />
        </span>
      </div>
      {(['half', 'double', 'max'] as const).map((change) => (
        <button
          key={change}
          type="button"
          className={stakeClass.step}
          aria-label={{ half: t`Halve the bet`, double: t`Double the bet`, max: t`Largest bet` }[change]}
          disabled={isLocked}
          onClick={() => play.changeStake(change)}
        >
          {{ half: '½', double: '2×', max: t`Max` }[change]}
        </button>
      ))}
    </div>
  )
}
