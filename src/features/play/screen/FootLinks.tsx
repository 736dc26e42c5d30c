import { Trans } from '@lingui/react/macro'
import { ChartLine, Repeat, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { footLinkClass } from '#ui/play/foot-link-class.ts'
import styles from '#features/play/play.module.css'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'

interface FootLinksProps {
  /** Stands in front. */
  extra?: ReactNode
  hasAutoPlay: boolean
  /** False for a visitor who only watches. */
  hasStats?: boolean
  /** Words of the link to the seeds. */
  fairness: ReactNode
  /** Stands behind. */
  children?: ReactNode
}

export function FootLinks({ extra, hasAutoPlay, hasStats = true, fairness, children }: FootLinksProps) {
  const { open } = usePlaySheet()
  const { autoPlay } = usePlayRules()
  return (
    <div className={styles.foot}>
      {extra}
      {hasAutoPlay && autoPlay ? (
        <button type="button" className={footLinkClass()} aria-haspopup="dialog" onClick={() => open('auto')}>
          <Repeat aria-hidden size={16} />
          <Trans>Auto</Trans>
        </button>
      ) : null}
      <button
        type="button"
        className={`num ${footLinkClass('jade')}`}
        aria-haspopup="dialog"
        onClick={() => open('seeds')}
      >
        <ShieldCheck aria-hidden size={16} />
        {fairness}
      </button>
      {hasStats ? (
        <button
          type="button"
          className={footLinkClass()}
          aria-haspopup="dialog"
          onClick={() => open('stats')}
        >
          <ChartLine aria-hidden size={16} />
          <Trans>Stats</Trans>
        </button>
      ) : null}
      {children}
    </div>
  )
}
