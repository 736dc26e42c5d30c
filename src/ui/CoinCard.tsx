import type { ReactNode } from 'react'
import { CoinStack } from './art/CoinStack.tsx'
import { Card } from './Card.tsx'
import styles from './CoinCard.module.css'
import { Text } from './Text.tsx'

interface CoinCardProps {
  /** Accessible name of the section. */
  label: string
  title: ReactNode
  amount: ReactNode
  /** Words for what the amount is. */
  note: ReactNode
  /** Without colour and coins, as during a break. */
  isQuiet?: boolean
  children: ReactNode
}

/** An amount that can be claimed, with its button below. */
export function CoinCard({ label, title, amount, note, isQuiet = false, children }: CoinCardProps) {
  return (
    <Card
      as="section"
      tone={isQuiet ? 'flat' : 'brand'}
      padding="lg"
      className="grid content-start isolate overflow-hidden"
      aria-label={label}
    >
      {isQuiet ? null : <CoinStack className={styles.coins} />}
      <Text weight={700} tone="inherit">
        {title}
      </Text>
      <Text size={8} weight={850} tone="inherit" num>
        {amount}
      </Text>
      <Text size={3} weight={650} tone="inherit" className={styles.note}>
        {note}
      </Text>
      {children}
    </Card>
  )
}
