import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { POND_PAYTABLE, POND_SYMBOLS, type PondSymbol } from '#rules/pond-reels/pond-reels-paytable.ts'
import { POND_MIN_MATCH } from '#rules/pond-reels/pond-reels.ts'
import styles from './pond-reels.module.css'
import { SYMBOL_NAMES } from './symbol-names.ts'
import { SymbolPicture } from './SymbolPicture.tsx'
import { usePondText } from './use-pond-text.ts'

/** How many alike pay, the fewest first. */
const COUNTS = POND_PAYTABLE.koi.map((_, index) => index + POND_MIN_MATCH)

interface PondPaytableProps {
  /** Of the win that is shown, and how many of it there are; undefined where there is none. */
  symbol: PondSymbol | undefined
  count: number | undefined
}

/** What every win pays; the one that was just won is marked. Symbols side by side, or one below the other on a phone on its side. */
export const PondPaytable = memo(function PondPaytable({ symbol: won, count }: PondPaytableProps) {
  const { t } = useLingui()
  return (
    <div className={styles.payArea}>
      <div role="table" aria-label={t`Paytable`} className={`num ${styles.paytable}`}>
        <div role="row" className={styles.payRow}>
          <span role="columnheader" className={styles.payHead}>
            <span className="sr-only">{t`Symbol`}</span>
          </span>
          {COUNTS.map((each) => (
            <span key={each} role="columnheader" className={styles.payHead}>
              {`${each}×`}
            </span>
          ))}
        </div>
        {POND_SYMBOLS.map((symbol) => (
          <PayRow key={symbol} symbol={symbol} count={symbol === won ? count : undefined} />
        ))}
      </div>
      <p className={styles.payNote}>
        <Trans>Koi stands for any symbol. Only the best win is paid.</Trans>
      </p>
    </div>
  )
})

interface PayRowProps {
  symbol: PondSymbol
  /** How many of it have just won. */
  count: number | undefined
}

/** What one symbol pays. For itself, so that a win draws no row but its own anew. */
const PayRow = memo(function PayRow({ symbol, count }: PayRowProps) {
  const { i18n } = useLingui()
  const { pays } = usePondText()
  return (
    <div role="row" className={styles.payRow}>
      <span role="rowheader" className={styles.paySymbol}>
        <SymbolPicture symbol={symbol} label={i18n._(SYMBOL_NAMES[symbol])} />
      </span>
      {POND_PAYTABLE[symbol].map((multiplier, index) => (
        <span key={index} role="cell" className={styles.pay} data-won={COUNTS[index] === count || undefined}>
          {pays(multiplier)}
        </span>
      ))}
    </div>
  )
})
