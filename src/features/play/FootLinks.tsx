import { Trans } from '@lingui/react/macro'
import { ChartLine, Repeat, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from '#lib/use-store.ts'
import type { Play } from './play-controller.ts'
import styles from './play.module.css'
import { usePlaySheet } from './use-play-sheet.ts'

interface FootLinksProps {
  play: Play
  /** In front of the others, as Mines' "Pick for me". */
  extra?: ReactNode
}

/** Auto-play, fairness and statistics, one tap away. */
export function FootLinks({ play, extra }: FootLinksProps) {
  const { open } = usePlaySheet()
  const seeds = useStore(play.engine.seeds.current)
  const nonce = seeds?.nonce ?? 0
  return (
    <div className={styles.foot}>
      {extra}
      <button
        type="button"
        className={`tap ${styles.footLink}`}
        aria-haspopup="dialog"
        onClick={() => open('auto')}
      >
        <Repeat aria-hidden size={16} />
        <Trans>Auto</Trans>
      </button>
      <button
        type="button"
        className={`tap num ${styles.footLink}`}
        data-tone="jade"
        aria-haspopup="dialog"
        onClick={() => open('seeds')}
      >
        <ShieldCheck aria-hidden size={16} />
        <Trans>Provably fair · bet #{nonce}</Trans>
      </button>
      <button
        type="button"
        className={`tap ${styles.footLink}`}
        aria-haspopup="dialog"
        onClick={() => open('stats')}
      >
        <ChartLine aria-hidden size={16} />
        <Trans>Stats</Trans>
      </button>
    </div>
  )
}
