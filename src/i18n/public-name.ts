import type { Locale } from '#contract/localized.ts'

/** Colours and places of a pond; a language has 64 of them, in an order that never changes. */
const WORDS: Readonly<Record<Locale, string>> = {
  'en-US': `Amber Silver Moss River Ink Lotus Coral Jade Pearl Copper Dawn Dusk Mist Ember Cloud Maple
    Willow Bamboo Reed Stone Sand Snow Frost Rain Storm Breeze Moon Star Comet Sun Shadow Velvet
    Golden Scarlet Crimson Indigo Azure Violet Ivory Onyx Opal Topaz Ruby Garnet Sapphire Emerald Cobalt Saffron
    Cherry Peach Plum Apricot Honey Ginger Pepper Clove Cedar Pine Meadow Harbor Island Lagoon Valley Summit`,
  'zh-CN': `琥珀 银色 青苔 江河 墨色 莲花 珊瑚 碧玉 珍珠 赤铜 晨曦 暮色 薄雾 余烬 云朵 红枫
    垂柳 翠竹 芦苇 磐石 金沙 白雪 寒霜 细雨 风暴 微风 明月 星辰 彗星 朝阳 暗影 丝绒
    金色 绯红 深红 靛蓝 天青 紫色 象牙 玛瑙 欧泊 黄玉 红宝 石榴 蓝宝 翡翠 钴蓝 藏红
    樱花 蜜桃 青梅 杏花 蜂蜜 生姜 花椒 丁香 雪松 青松 草地 海港 岛屿 浅湾 山谷 峰顶`,
}
const KOI: Readonly<Record<Locale, (word: string, digits: number) => string>> = {
  'en-US': (word, digits) => `${word} Koi ${digits}`,
  'zh-CN': (word, digits) => `${word}锦鲤 ${digits}`,
}
const FIRST_DIGITS = 1_000
const DIGITS = 9_000

/** The name that lists show for a public number, such as "Amber Koi 4821". Few players share one. */
export function publicName(number: number, locale: Locale): string {
  const words = WORDS[locale].split(/\s+/)
  const word = words[number % words.length] ?? ''
  return KOI[locale](word, FIRST_DIGITS + (Math.floor(number / words.length) % DIGITS))
}
