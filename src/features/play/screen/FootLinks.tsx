import { Trans } from '@lingui/react/macro'
import { ChartLine, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { footLinkClass } from '#ui/play/foot-link-class.ts'
import { FairnessLink } from './FairnessLink.tsx'
import styles from '#features/play/play.module.css'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'

/** Auto-play, fairness and statistics, one tap away. `extra` stands in front, as Mines' "Pick for me". */
export function FootLinks({ extra }: { extra?: ReactNode }) {
  const { open } = usePlaySheet()
  const { autoPlay } = usePlayRules()
  return (
    <div className={styles.foot}>
      {extra}
      {autoPlay ? (
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
