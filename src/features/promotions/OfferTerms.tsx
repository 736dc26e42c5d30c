import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { inLocale } from '#contract/localized.ts'
import type { PromotionRule } from '#contract/promotions.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { FoldedList } from '#ui/FoldedList.tsx'

interface OfferTermsProps {
  terms: readonly PromotionRule[]
  /** Shown above the terms. */
  children?: ReactNode
}

export function OfferTerms({ terms, children }: OfferTermsProps) {
  const locale = useLocale()
  if (terms.length === 0) return null
  return (
    <FoldedList title={<Trans>All terms</Trans>} items={terms.map(({ text }) => inLocale(text, locale))}>
      {children}
    </FoldedList>
  )
}
