/** The games as operators list them. `tests/demo-provider` computes each return from the rules. */
export const CATALOGUE = [
  {
    code: 'lotus-wheel',
    names: { en: 'Lotus Wheel', zh: '莲池转盘' },
    category: 'Game Shows',
    volatility: 'medium',
    rtp: 96,
  },
  {
    code: 'lantern-river',
    names: { en: 'Lantern River', zh: '灯河' },
    category: 'Video Slots',
    volatility: 'high',
    rtp: 95.39,
  },
  {
    code: 'koi-baccarat',
    names: { en: 'Koi Baccarat Live', zh: '锦鲤百家乐' },
    category: 'Live Games',
    volatility: 'low',
    /** That of the bank, as is usual; the player's is 98.76 and the tie's 85.64. */
    rtp: 98.94,
  },
] as const

export const findGame = (code: string) => CATALOGUE.find((game) => game.code === code)
