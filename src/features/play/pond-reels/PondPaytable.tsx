import { Trans, useLingui } from '@lingui/react/macro'
import { POND_PAYTABLE, POND_SYMBOLS } from '#fair/pond-reels-paytable.ts'
import { POND_MIN_MATCH, type PondWin } from '#fair/pond-reels.ts'
import styles from './pond-reels.module.css'
import { SYMBOL_NAMES } from './symbol-names.ts'
import { SymbolPicture } from './SymbolPicture.tsx'
import { usePondText } from './use-pond-text.ts'

/** How many alike pay, the fewest first. */
const COUNTS = POND_PAYTABLE.koi.map((_, index) => index + POND_MIN_MATCH)

/** What every win pays; the one that was just won is marked. Symbols side by side, or one below the other where narrow. */
export function PondPaytable({ win }: { win: PondWin | undefined }) {
  const { t, i18n } = useLingui()
  const { pays } = usePondText()
  return (
    <div className={styles.payArea}>
      <div role="table" aria-label={t`Paytable`} className={`num ${styles.paytable}`}>
        <div role="row" className={styles.payRow}>
          <span role="columnheader" className={styles.payHead}>
            <span className="sr-only">{t`Symbol`}</span>
          </span>
          {COUNTS.map((count) => (
            <span key={count} role="columnheader" className={styles.payHead}>
              {count}×
            </span>
          ))}
        </div>
        {POND_SYMBOLS.map((symbol) => (
          <div
            key={symbol}
            role="row"
            className={styles.payRow}
            data-won={symbol === win?.symbol || undefined}
          >
            <span role="rowheader" className={styles.paySymbol}>
              <SymbolPicture symbol={symbol} label={i18n._(SYMBOL_NAMES[symbol])} />
            </span>
            {POND_PAYTABLE[symbol].map((multiplier, index) => (
              <span
                key={index}
                role="cell"
                className={styles.pay}
                data-won={(symbol === win?.symbol && COUNTS[index] === win.count) || undefined}
              >
                {pays(multiplier)}
              </span>
            ))}
          </div>
        ))}
      </div>
      <p className={styles.payNote}>
        <Trans>Koi stands for any symbol. Only the best win is paid.</Trans>
      </p>
    </div>
  )
}
