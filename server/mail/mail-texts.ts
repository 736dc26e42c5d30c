import type { Locale } from '#contract/localized.ts'
import type { MailKind } from '#server/db/mail-kind.ts'
import { EN_US } from './english.mail-texts.ts'
import { ZH_CN } from './chinese.mail-texts.ts'
import type { MailText, MailTexts, MailValues } from './mail-values.ts'

const TEXTS: Record<Locale, MailTexts> = { 'en-US': EN_US, 'zh-CN': ZH_CN }
const BRANDS: Record<Locale, string> = { 'en-US': 'Koi', 'zh-CN': '锦鲤' }

export const brandOf = (locale: Locale): string => BRANDS[locale]

export function mailText<Kind extends MailKind>(
  locale: Locale,
  kind: Kind,
  values: MailValues[Kind],
): MailText {
  return TEXTS[locale][kind](values)
}
