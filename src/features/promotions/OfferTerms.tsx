import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { inLocale } from '#contract/localized.ts'
import type { Promotion } from '#contract/promotions.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { FoldedList } from '#ui/FoldedList.tsx'
import { OfferValidity } from './OfferValidity.tsx'

interface OfferTermsProps {
  promotion: Promotion
  /** Shown above the terms. */
  children?: ReactNode
}

/** Offers without an end say here since when they are valid: it is no news. */
export function OfferTerms({ promotion, children }: OfferTermsProps) {
  const locale = useLocale()
  const { terms, endsAt } = promotion
  if (terms.length === 0) return null
  return (
    <FoldedList title={<Trans>All terms</Trans>} items={terms.map(({ text }) => inLocale(text, locale))}>
      <div className="grid gap-2.5">
        {children}
        {endsAt === null ? <OfferValidity promotion={promotion} /> : null}
      </div>
    </FoldedList>
  )
}
