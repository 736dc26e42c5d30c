import { WITHOUT_SPACES } from '#contract/languages.ts'

/** What stands between two sentences that are two messages. */
export const sentenceGap = (locale: string): string => (WITHOUT_SPACES.includes(locale) ? '' : ' ')
