import type { Translated } from '#contract/localized.ts'

interface NamedSeed {
  slug: string
  name: Translated
}

export const PROVIDER: NamedSeed = {
  slug: 'koi-originals',
  name: { 'en-US': 'Koi Originals', 'zh-CN': '锦鲤原创' },
}

export const CATEGORIES: readonly NamedSeed[] = [
  { slug: 'trending', name: { 'en-US': 'Trending', 'zh-CN': '热门' } },
  { slug: 'new', name: { 'en-US': 'New Releases', 'zh-CN': '新游' } },
  { slug: 'originals', name: { 'en-US': 'Koi Originals', 'zh-CN': '锦鲤原创' } },
  { slug: 'instant', name: { 'en-US': 'Instant', 'zh-CN': '即玩' } },
  { slug: 'cards', name: { 'en-US': 'Cards', 'zh-CN': '纸牌' } },
  { slug: 'live', name: { 'en-US': 'Live Casino', 'zh-CN': '实时多人' } },
  { slug: 'slots', name: { 'en-US': 'Slots', 'zh-CN': '老虎机' } },
  { slug: 'shows', name: { 'en-US': 'Games show', 'zh-CN': '游戏秀' } },
]
