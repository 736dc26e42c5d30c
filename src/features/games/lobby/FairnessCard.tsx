import { Trans } from '@lingui/react/macro'
import { Hash, KeyRound, SearchCheck } from 'lucide-react'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './FairnessCard.module.css'

/** Why a result can be trusted, in three lines. */
export function FairnessCard() {
  return (
    <Card as="section" tone="flat" padding="lg" className={styles.card}>
      <Heading level={2} size="section">
        <Trans>Every result can be checked</Trans>
      </Heading>
      <ol className={styles.steps}>
        <li>
          <Text as="span" tone="jade" className="shrink-0">
            <Hash aria-hidden size={18} />
          </Text>
          <Text size={3} tone="muted">
            <Trans>
              Before you bet, you see the fingerprint of our secret seed. From then on, it cannot be changed.
            </Trans>
          </Text>
        </li>
        <li>
          <Text as="span" tone="jade" className="shrink-0">
            <KeyRound aria-hidden size={18} />
          </Text>
          <Text size={3} tone="muted">
            <Trans>You add a seed of your own. Both together decide the result.</Trans>
          </Text>
        </li>
        <li>
          <Text as="span" tone="jade" className="shrink-0">
            <SearchCheck aria-hidden size={18} />
          </Text>
          <Text size={3} tone="muted">
            <Trans>After that, the secret seed is shown, and anyone can work out the result again.</Trans>
          </Text>
        </li>
      </ol>
    </Card>
  )
}
