import type { Locale } from '#contract/localized.ts'

export interface WinWords {
  readonly game: string
  readonly multiple: string
  readonly stake: string
  readonly payout: string
  readonly symbol: string
}

interface PreviewTexts {
  readonly title: string
  readonly description: string
}

export const PREVIEW_TEXTS: Record<Locale, (words: WinWords) => PreviewTexts> = {
  'en-US': ({ game, multiple, stake, payout, symbol }) => ({
    title: `${multiple}× in ${game}`,
    description: `A bet of ${stake} ${symbol} paid ${payout} ${symbol}. Open the link to check the result yourself.`,
  }),
  'zh-CN': ({ game, multiple, stake, payout, symbol }) => ({
    title: `${game} ${multiple} 倍`,
    description: `投注 ${stake} ${symbol}，派彩 ${payout} ${symbol}。打开链接，自己验证结果。`,
  }),
}
