import { Trans } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import type { Localized } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Text } from '#ui/Text.tsx'
import styles from './OfferTerms.module.css'

/** All terms of a promotion, folded until asked for. */
export function OfferTerms({ terms }: { terms: readonly Localized[] }) {
  const locale = useLocale()
  if (terms.length === 0) return null
  return (
    <details className={styles.terms}>
      <summary className={styles.summary}>
        <Text as="span" size={3} weight={650}>
          <Trans>All terms</Trans>
        </Text>
        <ChevronDown aria-hidden size={18} className={styles.chevron} />
      </summary>
      <ul className={styles.list}>
        {terms.map((term) => (
          <Text as="li" key={term['en-US']} size={3} tone="muted">
            {term[locale]}
          </Text>
        ))}
      </ul>
    </details>
  )
}
