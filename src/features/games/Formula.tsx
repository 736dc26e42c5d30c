import { useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './Formula.module.css'
import { useCopy } from '#ui/use-copy.ts'

/** A formula as it would be typed, ready to be copied. */
export function Formula({ text }: { text: string }) {
  const { t } = useLingui()
  const copy = useCopy()
  return (
    <div className={styles.box}>
      <code className={styles.code} translate="no">
        {text}
      </code>
      <IconButton label={t`Copy formula`} variant="plain" onClick={() => void copy(text, t`Formula copied`)}>
        <Copy aria-hidden size={18} />
      </IconButton>
    </div>
  )
}
