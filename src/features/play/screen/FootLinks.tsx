import { Trans } from '@lingui/react/macro'
import { ChartLine, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { footLinkClass } from '#ui/play/foot-link-class.ts'
import { FairnessLink } from './FairnessLink.tsx'
import styles from '#features/play/play.module.css'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'

interface FootLinksProps {
  /** Stands in front. */
  extra?: ReactNode
  hasAutoPlay: boolean
}

/** Auto-play, fairness and statistics, one tap away. */
export function FootLinks({ extra, hasAutoPlay }: FootLinksProps) {
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
      <FairnessLink onOpen={() => open('seeds')} />
      <button type="button" className={footLinkClass()} aria-haspopup="dialog" onClick={() => open('stats')}>
        <ChartLine aria-hidden size={16} />
        <Trans>Stats</Trans>
      </button>
    </div>
  )
}
