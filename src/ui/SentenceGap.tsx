import { useLingui } from '@lingui/react'
import { sentenceGap } from '#i18n/sentence-gap.ts'

/** Between two sentences that are two messages. */
export function SentenceGap() {
  const { i18n } = useLingui()
  return <span>{sentenceGap(i18n.locale)}</span>
}
