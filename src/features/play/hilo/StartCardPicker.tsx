import { useLingui } from '@lingui/react/macro'
import { Shuffle } from 'lucide-react'
import { useId } from 'react'
import type { HiloCardName } from '#rules/hilo/hilo.ts'
import { useStore } from '#lib/use-store.ts'
import { cardWords } from './card-words.ts'
import { rankOf, START_CARDS } from './hilo-moves.ts'
import { useHiloPlay } from './hilo-play.ts'
import styles from './hilo.module.css'

export function StartCardPicker() {
  const play = useHiloPlay()
  const { t, i18n } = useLingui()
  const name = useId()
  const { startCard } = useStore(play.params)
  const wordsOf = (card: HiloCardName) => cardWords(card, (message) => i18n._(message))
  const choices = [undefined, ...START_CARDS]
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.pickerHead}>
        <span>{t`Start card`}</span> <b>{startCard ? wordsOf(startCard) : t`Random`}</b>
      </legend>
      <div className={styles.choices}>
        {choices.map((card) => (
          <label key={card ?? 'random'} className={styles.choice}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={card === startCard}
              onChange={() => play.setParams(card === undefined ? {} : { startCard: card })}
              aria-label={card ? wordsOf(card) : t`Random`}
            />
            {card ? <span>{rankOf(card)}</span> : <Shuffle aria-hidden size={16} />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
