import { Trans } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Localized } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Text } from '#ui/Text.tsx'
import styles from './OfferTerms.module.css'

interface OfferTermsProps {
  terms: readonly Localized[]
  /** Stands above them when unfolded. */
  children?: ReactNode
}

/** All terms of a promotion, folded until asked for. */
export function OfferTerms({ terms, children }: OfferTermsProps) {
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
      {children ? <div className="mb-3">{children}</div> : null}
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
