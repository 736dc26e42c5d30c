import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { inLocale, type Localized } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { FoldedList } from '#ui/FoldedList.tsx'

interface OfferTermsProps {
  terms: readonly Localized[]
  /** Shown above the terms. */
  children?: ReactNode
}

export function OfferTerms({ terms, children }: OfferTermsProps) {
  const locale = useLocale()
  if (terms.length === 0) return null
  return (
    <FoldedList title={<Trans>All terms</Trans>} items={terms.map((term) => inLocale(term, locale))}>
      {children}
    </FoldedList>
  )
}
