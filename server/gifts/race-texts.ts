import type { Translated } from '#contract/localized.ts'

interface NewsTexts {
  readonly title: Translated
  readonly text: Translated
}

export const raceBegunTexts = (sharePercent: number): NewsTexts => ({
  title: { 'en-US': 'The weekly race has begun', 'zh-CN': '周赛已开始' },
  text: {
    'en-US': `It runs until the end of Sunday (UTC). The prizes are ${sharePercent}% of the house edge of all who take part. Under Rewards you can join.`,
    'zh-CN': `周赛到周日结束（UTC）。奖池为全体参赛者庄家优势的 ${sharePercent}%。可在“奖励”页面参加。`,
  },
})

export const RACE_ENDED_TEXTS: NewsTexts = {
  title: { 'en-US': 'The weekly race is over', 'zh-CN': '周赛已结束' },
  text: {
    'en-US': 'Prizes are paid into the balances of the winners. Under Rewards you see who they are.',
    'zh-CN': '奖金已发放到获奖者的余额，名单见“奖励”页面。',
  },
}
