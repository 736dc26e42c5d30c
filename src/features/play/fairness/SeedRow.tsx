import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { Text } from '#ui/Text.tsx'
import { useCopy } from '#ui/use-copy.ts'
import styles from './SeedRow.module.css'

interface SeedRowProps {
  label: string
  caption: ReactNode
  value: string
  /** The shown part of a long value; the button copies all of it. */
  short?: string
  /** Names the copy button and says that it was copied; without them there is nothing to copy. */
  copy?: { label: string; done: string }
}

export function SeedRow({ label, caption, value, short = value, copy }: SeedRowProps) {
  const copyText = useCopy()
  return (
    <div className={styles.row}>
      <Text as="dt" tone="muted" className={styles.term}>
        <span>{label}</span>
        <Text as="span" size={2} tone="subtle">
          {caption}
        </Text>
      </Text>
      <dd className={styles.value}>
        <Text as="span" weight={700} num className={styles.text} translate="no">
          {short}
        </Text>
        {copy ? (
          <IconButton label={copy.label} variant="plain" onClick={() => void copyText(value, copy.done)}>
            <Copy aria-hidden size={17} />
          </IconButton>
        ) : null}
      </dd>
    </div>
  )
}
