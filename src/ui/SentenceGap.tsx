import { useLingui } from '@lingui/react'
import { sentenceGap } from '#i18n/sentence-gap.ts'

/** Separates two sentences that are separate messages. */
export function SentenceGap() {
  const { i18n } = useLingui()
  return <span>{sentenceGap(i18n.locale)}</span>
}
