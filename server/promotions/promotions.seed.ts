import type { Translated } from '#contract/localized.ts'
import type { DepositOffer, Promotion, PromotionRule } from '#contract/promotions.ts'

/** An offer whose texts are written in all languages. */
interface PromotionSeed extends Promotion {
  readonly title: Translated
  readonly summary: Translated
  readonly terms: (PromotionRule & { readonly text: Translated })[]
}

/** House edge of most of Koi's games: costs of bonuses are told at it. */
export const USUAL_EDGE_BPS = 100

const START = '2026-01-01T00:00:00.000Z'

const depositOffer = (ordinal: number): DepositOffer => ({
  ordinal,
  bonusBps: 18_000,
  minUsd: '10.00',
  maxUsd: '20000.00',
  coin: 'USDB',
  releaseBps: 2_000,
  edgeBps: USUAL_EDGE_BPS,
  releaseDays: 60,
})

const RELEASE_TERMS: PromotionSeed['terms'] = [
  {
    id: 'release',
    test: null,
    text: {
      'en-US':
        'The bonus is credited in USDB to a locked balance. Each bet you place releases 20% of its house edge (stake × edge × 20%).',
      'zh-CN': '奖金以 USDB 计入锁定余额。每次投注释放其庄家优势的 20%（投注金额 × 庄家优势 × 20%）。',
    },
  },
  {
    id: 'example',
    test: null,
    text: {
      'en-US': 'An example: to release $180, you bet about $90,000 in games with a 1% house edge.',
      'zh-CN': '举例：庄家优势为 1% 时，释放 $180 大约需要投注 $90,000。',
    },
  },
  {
    id: 'days',
    test: null,
    text: {
      'en-US':
        'What is not released after 60 days is lost. You cannot bet with locked money, and it never blocks a withdrawal.',
      'zh-CN': '60 天内未释放的部分作废。锁定的奖金不能用于投注，也绝不影响提现。',
    },
  },
]

const ONCE: PromotionSeed['terms'] = [
  {
    id: 'once',
    test: 'once',
    text: {
      'en-US': 'Each player gets it once, together with the deposit. You can give it up later.',
      'zh-CN': '每位玩家限领一次，随充值一起到账；到账后可随时放弃。',
    },
  },
  {
    id: 'accepted',
    test: 'accepted',
    text: {
      'en-US': 'You can decline bonuses before a deposit: then there is none.',
      'zh-CN': '充值前可选择不领奖金，选择后不再发放。',
    },
  },
  {
    id: 'no-break',
    test: 'break',
    text: {
      'en-US': 'There is no bonus during a break from play. The offer stays open.',
      'zh-CN': '冷静期内不发放奖金，优惠资格保留。',
    },
  },
]

/** In display order. */
export const PROMOTIONS: readonly PromotionSeed[] = [
  {
    slug: 'first-deposit',
    kind: 'deposit',
    title: { 'en-US': '180% on your first deposit', 'zh-CN': '首次充值送 180%' },
    summary: {
      'en-US': 'Deposit from $10.00 to $20,000.00 and get 180.00% on top, released as you play.',
      'zh-CN': '充值 $10.00 至 $20,000.00，额外获得 180.00% 奖金，边玩边释放。',
    },
    terms: [
      {
        id: 'first-deposit',
        test: 'deposit',
        text: {
          'en-US':
            'Your first deposit of $10.00 or more counts. Smaller deposits before it do not use up the offer. Up to $20,000.00 counts, so the bonus is $36,000.00 at most.',
          'zh-CN':
            '以首笔不少于 $10.00 的充值为准，此前的小额充值不会用掉优惠。最多按 $20,000.00 计算，奖金最高 $36,000.00。',
        },
      },
      ...RELEASE_TERMS,
      ...ONCE,
    ],
    startsAt: START,
    endsAt: null,
    offer: depositOffer(1),
    free: null,
  },
  {
    slug: 'second-deposit',
    kind: 'deposit',
    title: { 'en-US': '180% on your second deposit', 'zh-CN': '第二次充值再送 180%' },
    summary: {
      'en-US': 'The same offer again, so your first two deposits get up to 360%.',
      'zh-CN': '同样的优惠再来一次，前两次充值合计最高送 360%。',
    },
    terms: [
      {
        id: 'second-deposit',
        test: 'deposit',
        text: {
          'en-US':
            'You can use it after the deposit for the first offer is credited. The second deposit must be at least $10.00. Up to $20,000.00 of it counts.',
          'zh-CN': '首充优惠的充值到账后方可参加。第二次充值须不少于 $10.00，最多按 $20,000.00 计算。',
        },
      },
      ...RELEASE_TERMS,
      ...ONCE,
    ],
    startsAt: START,
    endsAt: null,
    offer: depositOffer(2),
    free: null,
  },
  {
    slug: 'pond-reels-rounds',
    kind: 'free-rounds',
    title: { 'en-US': '5 free rounds on Pond Reels', 'zh-CN': '锦鲤老虎机免费玩 5 局' },
    summary: {
      'en-US': 'A new release: Koi pays five stakes of 0.10 USDT, and what you win is yours at once.',
      'zh-CN': '新游上线：五局各 0.10 USDT 的投注由锦鲤支付，赢得的奖金立即归你。',
    },
    terms: [
      {
        id: 'once',
        test: 'once',
        text: {
          'en-US': 'Each player gets them once. They wait under Gift, and nothing has to be deposited.',
          'zh-CN': '每位玩家一次，无需充值，在“福利”页面领用。',
        },
      },
      {
        id: 'places',
        test: 'places',
        text: {
          'en-US': 'They are for the first 10,000 players who open Gift.',
          'zh-CN': '先到先得，仅限最先打开“福利”页面的 10,000 名玩家。',
        },
      },
      {
        id: 'worth',
        test: null,
        text: {
          'en-US':
            'Pond Reels pays back 98.8% of stakes on average, so the five rounds are worth about 0.49 USDT.',
          'zh-CN': '锦鲤老虎机平均返还投注的 98.8%，五局平均约值 0.49 USDT。',
        },
      },
      {
        id: 'days',
        test: null,
        text: {
          'en-US': 'You have 30 days to play them. What is not played by then lapses.',
          'zh-CN': '有效期 30 天，逾期未玩的局数作废。',
        },
      },
      {
        id: 'counts',
        test: null,
        text: {
          'en-US':
            'They are real rounds with your own seeds. Because the stake is not yours, they count neither for levels, rakeback and the race nor for the release of bonuses.',
          'zh-CN': '均为使用你自己种子的真实局。由于投注不由你支付，不计入等级、返水、竞赛和奖金释放。',
        },
      },
      {
        id: 'no-break',
        test: 'break',
        text: {
          'en-US': 'There are none during a break from play.',
          'zh-CN': '冷静期内不发放。',
        },
      },
    ],
    startsAt: START,
    endsAt: null,
    offer: null,
    free: {
      game: 'pond-reels',
      params: {},
      coin: 'usdt-tron',
      stake: '0.10',
      count: 5,
      days: 30,
      most: 10_000,
    },
  },
  {
    slug: 'rakeback',
    kind: 'rakeback',
    title: { 'en-US': 'Rakeback with every bet', 'zh-CN': '每注都有返水' },
    summary: {
      'en-US': 'Win or lose, a part of the house edge of each bet comes back to you: more with each level.',
      'zh-CN': '无论输赢，每注庄家优势的一部分都会返还给你，等级越高返得越多。',
    },
    terms: [
      {
        id: 'rate',
        test: null,
        text: {
          'en-US':
            'Rakeback is stake × house edge × your rate. The rates of all levels are under Rewards, as the server uses them.',
          'zh-CN': '返水 = 投注金额 × 庄家优势 × 你的返水比例。各等级的比例见“奖励”页面，与服务器所用一致。',
        },
      },
      {
        id: 'claim',
        test: null,
        text: {
          'en-US':
            'You claim it under Rewards when you like, at the rate of your level then. It is added to your balance at once, can be withdrawn, and never expires.',
          'zh-CN': '可随时在“奖励”页面领取，按领取时的等级计算，立即计入余额，可以提现，永不过期。',
        },
      },
      {
        id: 'counts',
        test: null,
        text: {
          'en-US': 'Bets with demo coins, free rounds and bets that come back count for nothing.',
          'zh-CN': '使用试玩币的投注、免费局和被退回的投注不计返水。',
        },
      },
    ],
    startsAt: START,
    endsAt: null,
    offer: null,
    free: null,
  },
  {
    slug: 'referral',
    kind: 'referral',
    title: { 'en-US': 'Invite friends', 'zh-CN': '邀请好友' },
    summary: {
      'en-US': 'You earn a share of the house edge of each bet of your friends, whether they win or lose.',
      'zh-CN': '好友的每次投注，无论输赢，你都能获得其庄家优势的一部分。',
    },
    terms: [
      {
        id: 'cost',
        test: null,
        text: {
          'en-US': 'It costs your friends nothing: their stakes, wins and losses are their own.',
          'zh-CN': '好友无需额外付出，投注和输赢都归他们自己。',
        },
      },
      {
        id: 'first-link',
        test: null,
        text: {
          'en-US':
            'A friend counts who opens your link and creates an account within 30 days, or types your code. The first link counts.',
          'zh-CN':
            '好友打开你的链接后 30 天内注册，或注册时填写你的邀请码，即算有效。打开过多个链接的，以第一个为准。',
        },
      },
      {
        id: 'one-person',
        test: null,
        text: {
          'en-US': 'All accounts of one person count as one: they earn each other nothing.',
          'zh-CN': '同一个人的所有账户视为一个，彼此不产生奖励。',
        },
      },
      {
        id: 'claim',
        test: null,
        text: {
          'en-US':
            'You claim it whenever you want, under Referral, where the share and each friend are shown.',
          'zh-CN': '可随时在“邀请”页领取，那里列有比例和每位好友的明细。',
        },
      },
    ],
    startsAt: START,
    endsAt: null,
    offer: null,
    free: null,
  },
  {
    slug: 'provably-fair',
    kind: 'fairness',
    title: { 'en-US': 'Check every result yourself', 'zh-CN': '每个结果都可自行验证' },
    summary: {
      'en-US': 'Koi’s own games are provably fair: each result is settled by seeds you can check.',
      'zh-CN': '锦鲤原创游戏公平可验证：每个结果都由可核对的种子决定。',
    },
    terms: [
      {
        id: 'commitment',
        test: null,
        text: {
          'en-US':
            'Before you play, you see the SHA-256 fingerprint of the server seed, so it cannot be changed after your bet.',
          'zh-CN': '开局前会公布服务器种子的 SHA-256 指纹，投注之后便无法更改。',
        },
      },
      {
        id: 'client-seed',
        test: null,
        text: {
          'en-US': 'You choose the client seed. Every bet with these seeds has its own number, the nonce.',
          'zh-CN': '客户端种子由你设定，同一对种子下，每次投注都有自己的序号（nonce）。',
        },
      },
      {
        id: 'reveal',
        test: null,
        text: {
          'en-US':
            'When you change seeds, the old server seed is revealed, and anyone can work out every result again.',
          'zh-CN': '更换种子时会公开旧的服务器种子，任何人都能重新算出每一个结果。',
        },
      },
    ],
    startsAt: START,
    endsAt: null,
    offer: null,
    free: null,
  },
]
