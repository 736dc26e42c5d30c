import { useLingui } from '@lingui/react'

/** Between two sentences that are two messages: Chinese has no space there. */
export function SentenceGap() {
  const { i18n } = useLingui()
  return i18n.locale.startsWith('zh') ? null : <span> </span>
}
