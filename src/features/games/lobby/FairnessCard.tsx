import { Trans } from '@lingui/react/macro'
import { Hash, KeyRound, SearchCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './FairnessCard.module.css'

export function FairnessCard() {
  return (
    <Card as="section" tone="flat" padding="lg" className={styles.card}>
      <Heading level={2} size="section">
        <Trans>Every result can be checked</Trans>
      </Heading>
      <ol className={styles.steps}>
        <Step icon={<Hash aria-hidden size={18} />}>
          <Trans>
            Before you bet, you see the fingerprint of our secret seed. From then on, it cannot be changed.
          </Trans>
        </Step>
        <Step icon={<KeyRound aria-hidden size={18} />}>
          <Trans>You add a seed of your own. Both together decide the result.</Trans>
        </Step>
        <Step icon={<SearchCheck aria-hidden size={18} />}>
          <Trans>After that, the secret seed is shown, and anyone can work out the result again.</Trans>
        </Step>
      </ol>
    </Card>
  )
}

function Step({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Text as="span" tone="jade" className="shrink-0">
        {icon}
      </Text>
      <Text size={3} tone="muted">
        {children}
      </Text>
    </li>
  )
}
