import { Trans } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Multiplier } from '#fair/multiplier.ts'
import { PART_COUNT } from '#rules/gift-wheel/gift-wheel-parts.ts'
import { Card } from '#ui/Card.tsx'
import { Note } from '#ui/Note.tsx'
import { Section } from '#ui/Section.tsx'
import styles from './gift-wheel.module.css'
import { WheelDrawing } from './WheelDrawing.tsx'
import { WheelOdds, type Pot } from './WheelOdds.tsx'

interface WheelPanelProps {
  part?: number
  isTurning?: boolean
  landed?: Multiplier | undefined
  pot?: Pot | undefined
  /** When it can be turned. */
  trailing?: ReactNode
  /** A few words beside the wheel. */
  beside?: ReactNode
  /** The one thing to do, and what belongs to it. */
  children: ReactNode
}

export function WheelPanel({
  part = 0,
  isTurning = false,
  landed,
  pot,
  trailing,
  beside,
  children,
}: WheelPanelProps) {
  const count = PART_COUNT
  return (
    <Section title={<Trans>Daily wheel</Trans>} trailing={trailing}>
      <Card tone="pond" className={styles.panel} data-alone={beside === undefined || undefined}>
        <WheelDrawing part={part} isTurning={isTurning} isResult={landed !== undefined} />
        {beside === undefined ? null : <div className={styles.beside}>{beside}</div>}
        <div className={styles.below}>
          <WheelOdds pot={pot} landed={isTurning ? undefined : landed} />
          {children}
          <Note icon={<ShieldCheck aria-hidden size={16} />}>
            <Trans>
              {count} equal parts. Your own seeds decide, and every turn can be checked like a bet.
            </Trans>
          </Note>
        </div>
      </Card>
    </Section>
  )
}
