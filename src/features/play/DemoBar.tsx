import { useLingui } from '@lingui/react/macro'
import { RotateCcw, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Heading } from '#ui/Heading.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Play } from './play-controller.ts'
import { GAME_MARKS } from './play-games.ts'
import styles from './play.module.css'
import { usePlayFormat } from './use-play-format.ts'
import { usePlaySheet } from './use-play-sheet.ts'
import { useShownBalance } from './use-shown-balance.ts'

/** The game's name, what it is played with, and the way to more of it. */
export function DemoBar({ play }: { play: Play }) {
  const { t, i18n } = useLingui()
  const { open } = usePlaySheet()
  const balance = useShownBalance()
  const { amount } = usePlayFormat()
  const [refills, setRefills] = useState(0)
  const { refillTo } = play.engine.limits
  const isFull = balance === undefined || refillTo === undefined || balance.amount >= refillTo
  const refill = () => {
    setRefills(refills + 1)
    void play.refill()
  }
  return (
    <header className={styles.demoBar}>
      <Heading level={1} size="section">
        {i18n._(GAME_MARKS[play.game].name)}
      </Heading>
      {balance?.isDemo === false ? null : <Badge tone="gold">{t`Demo`}</Badge>}
      <span className={styles.spacer} />
      {balance ? (
        <span className={styles.balance} data-testid="demo-balance">
          <CoinMark symbol={balance.coin} size={20} />
          <span className="sr-only">{t`Demo balance`}</span>
          <span className="num">{amount(balance.amount, balance)}</span>
          <span className="sr-only">{balance.coin}</span>
        </span>
      ) : (
        <Skeleton shape="line" width="6rem" />
      )}
      {refillTo === undefined ? null : (
        <IconButton
          label={t`Refill the demo balance`}
          aria-disabled={isFull}
          onClick={isFull ? undefined : refill}
        >
          <RotateCcw
            key={refills}
            aria-hidden
            size={18}
            className={refills > 0 ? styles.turned : undefined}
          />
        </IconButton>
      )}
      <IconButton label={t`Options`} aria-haspopup="dialog" onClick={() => open('options')}>
        <SlidersHorizontal aria-hidden size={18} />
      </IconButton>
    </header>
  )
}
