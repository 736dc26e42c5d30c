import { WITHOUT_SPACES } from '#contract/languages.ts'

/** Separates two sentences that are separate messages. */
export const sentenceGap = (locale: string): string => (WITHOUT_SPACES.includes(locale) ? '' : ' ')
