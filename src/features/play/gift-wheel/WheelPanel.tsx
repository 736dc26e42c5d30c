import { Trans } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Multiplier } from '#fair/multiplier.ts'
import { Card } from '#ui/Card.tsx'
import { Note } from '#ui/Note.tsx'
import { Section } from '#ui/Section.tsx'
import styles from './gift-wheel.module.css'
import { PrizeTable, type Pot } from './PrizeTable.tsx'
import { WheelDrawing } from './WheelDrawing.tsx'
import { PART_COUNT } from './wheel-prizes.ts'

interface WheelPanelProps {
  part?: number
  isTurning?: boolean
  landed?: Multiplier | undefined
  pot?: Pot | undefined
  /** When it can be turned. */
  trailing?: ReactNode
  /** What it is worth now, and the one thing to do. */
  children: ReactNode
}

export function WheelPanel({
  part = 0,
  isTurning = false,
  landed,
  pot,
  trailing,
  children,
}: WheelPanelProps) {
  const count = PART_COUNT
  return (
    <Section title={<Trans>Daily wheel</Trans>} trailing={trailing}>
      <Card tone="pond" padding="lg">
        <div className={styles.panel}>
          <WheelDrawing part={part} isTurning={isTurning} isResult={landed !== undefined} />
          <PrizeTable pot={pot} landed={isTurning ? undefined : landed} />
          <div className={styles.now}>
            {children}
            <Note icon={<ShieldCheck aria-hidden size={16} />}>
              <Trans>{count} equal parts. Your own seeds decide, and every turn can be checked like a bet.</Trans>
            </Note>
          </div>
        </div>
      </Card>
    </Section>
  )
}
