import type { GameStatus, HouseEdge } from '#contract/games.ts'
import type { Translated } from '#contract/localized.ts'
import { CRASH_MAX_TARGET } from '#rules/crash/crash.ts'
import { DICE_MAX_MULTIPLIER } from '#rules/dice/dice.ts'
import { KENO_PICK_COUNTS, KENO_RISKS, kenoMultipliers } from '#rules/keno/keno.ts'
import { LIMBO_MAX_TARGET, limboWinMultiplier } from '#rules/limbo/limbo.ts'
import { MINES_MAX, MINES_TILES, minesMultiplier } from '#rules/mines/mines.ts'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { PLINKO_RISKS, PLINKO_ROWS, plinkoMultipliers } from '#rules/plinko/plinko.ts'
import { POND_PAYTABLE } from '#rules/pond-reels/pond-reels-paytable.ts'
import { WHEEL_RISKS, WHEEL_SEGMENTS, wheelMultipliers } from '#rules/wheel/wheel.ts'

export interface GameSeed {
  slug: string
  name: Translated
  tagline: Translated
  status: GameStatus
  categories: readonly string[]
  colors: readonly [string, string]
  houseEdge: HouseEdge
  /** Largest multiplier; null if no figure is valid for every round. */
  topMultiplier: Multiplier | null
  live: boolean
  releasedAt: string
  rules: readonly Translated[]
  outcome: Translated
  payout: Translated
  formula: string
}

const MINE_COUNTS = Array.from({ length: MINES_MAX }, (_, index) => index + 1)

/** 1%: the scheme's factor 0.99. */
const ONE_PERCENT: HouseEdge = { minBps: 100, maxBps: 100 }

/** In lobby order. tests/server/house-edge.test.ts enumerates edges that depend on a table. */
export const ORIGINALS: readonly GameSeed[] = [
  {
    slug: 'dice',
    name: { 'en-US': 'Dice', 'zh-CN': '骰子' },
    tagline: { 'en-US': 'Pick a number, roll over or under it', 'zh-CN': '选个数字，猜大猜小' },
    status: 'playable',
    categories: ['trending', 'originals', 'instant'],
    colors: ['#ff9c57', '#8a1604'],
    houseEdge: ONE_PERCENT,
    topMultiplier: DICE_MAX_MULTIPLIER,
    live: false,
    releasedAt: '2026-09-01T00:00:00.000Z',
    rules: [
      { 'en-US': 'Choose your stake.', 'zh-CN': '选择投注金额。' },
      {
        'en-US': 'Set a target between 0.00 and 100.00 and choose to roll over or under it.',
        'zh-CN': '在 0.00 到 100.00 之间设定目标，选择“大于”或“小于”。',
      },
      {
        'en-US': 'The smaller your chance, the bigger the multiplier; both are shown before you bet.',
        'zh-CN': '中奖概率越小，倍数越高，两者在投注前都会显示。',
      },
      {
        'en-US': 'Roll. If the number falls on your side, you win.',
        'zh-CN': '掷骰，结果落在你选的一侧即为赢。',
      },
    ],
    outcome: {
      'en-US':
        'The first number of the bet’s random stream, from 0 up to 1, is turned into one of the 10,001 results from 0.00 to 100.00.',
      'zh-CN': '取本局随机序列的第一个数（大于等于 0、小于 1），映射为 0.00 到 100.00 共 10,001 种结果之一。',
    },
    payout: {
      'en-US': 'A win pays 99 divided by your chance in percent: 1.98× at 50%, 9.9× at 10%.',
      'zh-CN': '赢时派彩倍数为 99 ÷ 中奖概率（%）：概率 50% 派 1.98 倍，概率 10% 派 9.9 倍。',
    },
    formula: 'roll = floor(f × 10001) / 100',
  },
  {
    slug: 'mines',
    name: { 'en-US': 'Mines', 'zh-CN': '扫雷' },
    tagline: { 'en-US': 'Find gems, dodge mines, cash out in time', 'zh-CN': '翻宝石、避地雷，见好就收' },
    status: 'playable',
    categories: ['trending', 'originals', 'instant'],
    colors: ['#4f92ff', '#08164f'],
    houseEdge: ONE_PERCENT,
    topMultiplier: Math.max(...MINE_COUNTS.map((mines) => minesMultiplier({ mines }, MINES_TILES - mines))),
    live: false,
    releasedAt: '2026-09-01T00:00:00.000Z',
    rules: [
      {
        'en-US': 'Choose your stake and hide 1 to 24 mines under 25 tiles.',
        'zh-CN': '选择投注金额，在 25 个格子里埋下 1 到 24 颗地雷。',
      },
      {
        'en-US': 'Open tiles one by one. Every gem raises the multiplier.',
        'zh-CN': '逐个翻开格子，每翻出一颗宝石，倍数就上升。',
      },
      {
        'en-US': 'You can cash out after any gem and get your stake times the multiplier.',
        'zh-CN': '翻出宝石后随时可以兑现，按当前倍数派彩。',
      },
      {
        'en-US': 'If you open a mine, the round is over and you lose your stake.',
        'zh-CN': '翻到地雷则本局结束，输掉投注金额。',
      },
    ],
    outcome: {
      'en-US':
        'All 25 tiles are drawn in a random order before you open the first one. The first tiles drawn hold the mines.',
      'zh-CN': '开局前就把 25 个格子随机排好顺序，排在最前面的几个格子埋有地雷。',
    },
    payout: {
      'en-US':
        'After k gems with m mines the multiplier is 0.99 divided by the chance of finding k gems in a row.',
      'zh-CN': '埋 m 颗雷、翻出 k 颗宝石后，倍数为 0.99 ÷ 连续翻出 k 颗宝石的概率。',
    },
    formula: 'multiplier = 0.99 × C(25, k) / C(25 − m, k)',
  },
  {
    slug: 'plinko',
    name: { 'en-US': 'Plinko', 'zh-CN': '弹珠' },
    tagline: { 'en-US': 'Drop the ball and watch where it lands', 'zh-CN': '放下弹珠，看它落进哪一格' },
    status: 'playable',
    categories: ['trending', 'originals', 'instant'],
    colors: ['#c76bff', '#230650'],
    houseEdge: { minBps: 65, maxBps: 110 },
    topMultiplier: Math.max(
      ...PLINKO_ROWS.flatMap((rows) => PLINKO_RISKS.flatMap((risk) => plinkoMultipliers({ rows, risk }))),
    ),
    live: false,
    releasedAt: '2026-09-01T00:00:00.000Z',
    rules: [
      {
        'en-US': 'Choose your stake, 8 to 16 rows of pegs and a risk.',
        'zh-CN': '选择投注金额、8 到 16 排钉子以及风险等级。',
      },
      {
        'en-US': 'Drop the ball. At each row it falls left or right with equal chance.',
        'zh-CN': '放下弹珠。每经过一排，向左或向右的概率各半。',
      },
      {
        'en-US': 'The slot it lands in shows the multiplier for your stake.',
        'zh-CN': '落进哪一格，就按那一格的倍数派彩。',
      },
      {
        'en-US': 'Higher risk means more at the edges and less in the middle.',
        'zh-CN': '风险越高，两边的倍数越大，中间的倍数越小。',
      },
    ],
    outcome: {
      'en-US':
        'One number of the random stream for each row: below 0.5 the ball goes left, otherwise right. The number of rights is the slot.',
      'zh-CN': '每一排取随机序列中的一个数：小于 0.5 向左，否则向右。向右的次数就是落点。',
    },
    payout: {
      'en-US':
        'The multiplier printed under each slot, for each number of rows and each risk (low, medium, high, expert).',
      'zh-CN': '每个落点下方标明倍数，由排数和风险等级（低、中、高、专家）决定。',
    },
    formula: 'slot = number of rows whose f ≥ 0.5',
  },
  {
    slug: 'crash',
    name: { 'en-US': 'Crash', 'zh-CN': '崩盘' },
    tagline: {
      'en-US': 'One curve for all, cash out before it crashes',
      'zh-CN': '全场共乘一条曲线，崩盘前兑现',
    },
    status: 'playable',
    categories: ['trending', 'new', 'originals', 'live'],
    colors: ['#3fe3b4', '#03301f'],
    houseEdge: ONE_PERCENT,
    topMultiplier: (CRASH_MAX_TARGET / 100) * MULTIPLIER_SCALE,
    live: true,
    releasedAt: '2026-11-01T00:00:00.000Z',
    rules: [
      {
        'en-US': 'Place your bet before the round starts. Everyone plays the same round.',
        'zh-CN': '在开局前投注，所有玩家同场同局。',
      },
      {
        'en-US': 'The multiplier starts at 1.00× and keeps rising.',
        'zh-CN': '倍数从 1.00 倍开始不断上升。',
      },
      {
        'en-US': 'Cash out at any time from 1.01× on, or set a multiplier to cash out at.',
        'zh-CN': '1.01 倍起随时可以兑现，也可以预设自动兑现的倍数。',
      },
      {
        'en-US': 'If the curve crashes before you cash out, you lose your stake.',
        'zh-CN': '没来得及兑现就崩盘，则输掉投注金额。',
      },
    ],
    outcome: {
      'en-US':
        'Each round has one hash of a chain that is played backwards. The last hash was published before the first round, so no result can be changed afterwards.',
      'zh-CN':
        '每局对应哈希链上的一个哈希值，按倒序使用。链尾哈希在第一局之前就已公布，任何结果都无法事后更改。',
    },
    payout: {
      'en-US': 'Your stake times the multiplier at which you cash out.',
      'zh-CN': '投注金额 × 兑现时的倍数。',
    },
    formula:
      'crash = max(1, floor(2³² / (n + 1) × 0.99 × 100) / 100), n = first 32 bits of HMAC-SHA256(hash, salt)',
  },
  {
    slug: 'limbo',
    name: { 'en-US': 'Limbo', 'zh-CN': '极限' },
    tagline: { 'en-US': 'Choose a multiplier and try to reach it', 'zh-CN': '定个倍数，看能否达到' },
    status: 'playable',
    categories: ['trending', 'originals', 'instant'],
    colors: ['#ff86ab', '#4a0424'],
    houseEdge: ONE_PERCENT,
    topMultiplier: limboWinMultiplier({ target: LIMBO_MAX_TARGET }),
    live: false,
    releasedAt: '2026-09-01T00:00:00.000Z',
    rules: [
      { 'en-US': 'Choose your stake.', 'zh-CN': '选择投注金额。' },
      {
        'en-US': 'Set the multiplier you aim for. The higher it is, the smaller the chance.',
        'zh-CN': '设定目标倍数。目标越高，中奖概率越小。',
      },
      { 'en-US': 'Bet. The result appears at once.', 'zh-CN': '投注，结果立刻揭晓。' },
      {
        'en-US': 'If it reaches your target or more, you win at your target.',
        'zh-CN': '结果达到或超过目标，就按目标倍数赢奖。',
      },
    ],
    outcome: {
      'en-US':
        'The first number of the random stream is turned into a multiplier of at least 1.00× that reaches x with a chance of 99% divided by x.',
      'zh-CN': '取随机序列的第一个数换算成倍数，最低 1.00 倍；达到 x 倍的概率为 99% ÷ x。',
    },
    payout: { 'en-US': 'Your stake times your target.', 'zh-CN': '投注金额 × 目标倍数。' },
    formula: 'result = max(1, floor(2²⁴ / (floor(f × 2²⁴) + 1) × 0.99 × 100) / 100)',
  },
  {
    slug: 'hilo',
    name: { 'en-US': 'Hilo', 'zh-CN': '猜大小' },
    tagline: { 'en-US': 'Will the next card be higher or lower?', 'zh-CN': '下一张牌更大还是更小？' },
    status: 'playable',
    categories: ['trending', 'originals', 'cards'],
    colors: ['#ffce5e', '#5e2800'],
    houseEdge: ONE_PERCENT,
    topMultiplier: null,
    live: false,
    releasedAt: '2026-09-15T00:00:00.000Z',
    rules: [
      {
        'en-US':
          'Choose your stake, and a card to start with if you like. Without one the first card is drawn.',
        'zh-CN': '选择投注金额；起始牌可以自己选定，不选则随机抽取。',
      },
      {
        'en-US':
          'Guess whether the next card is higher or the same, or lower or the same. At a two, the lowest, and at an ace, the highest, “the same” is a separate guess.',
        'zh-CN': '猜下一张“更大或相同”还是“更小或相同”。遇到最小的 2 或最大的 A 时，“相同”单独竞猜。',
      },
      {
        'en-US': 'Each right guess multiplies your winnings by the multiplier of that guess.',
        'zh-CN': '每猜对一次，奖金就乘以这次竞猜的倍数。',
      },
      {
        'en-US':
          'Skip a card as often as you like: the next one is turned at no risk and no gain. A round has 200 cards at most; the last one cannot be skipped.',
        'zh-CN': '随时可以跳过一张牌：直接翻开下一张，不输也不赢。一局最多 200 张牌，最后一张不能跳过。',
      },
      {
        'en-US':
          'Cash out after any right guess. A wrong one ends the round and you lose your stake. At 1,000,000× the round pays by itself.',
        'zh-CN': '猜对后随时可以兑现；猜错则本局结束，输掉投注金额。达到 1,000,000 倍时自动兑现。',
      },
    ],
    outcome: {
      'en-US':
        'One number of the random stream for each card, from an endless deck in which all 52 cards are always equally likely.',
      'zh-CN': '每张牌取随机序列中的一个数；牌堆无限，52 张牌每次出现的概率始终相同。',
    },
    payout: {
      'en-US':
        '0.99 divided by the chance of each guess, multiplied along the round: the 1% edge is paid on every guess.',
      'zh-CN': '每次竞猜派彩 0.99 ÷ 猜中概率，一局之内连乘：每次竞猜都有 1% 的庄家优势。',
    },
    formula: 'card = floor(f × 52), in the order 2♦ 2♥ 2♠ 2♣ 3♦ … A♣',
  },
  {
    slug: 'keno',
    name: { 'en-US': 'Keno', 'zh-CN': '基诺' },
    tagline: { 'en-US': 'Pick up to ten numbers out of forty', 'zh-CN': '四十个号码里最多选十个' },
    status: 'playable',
    categories: ['new', 'originals', 'instant'],
    colors: ['#4fdcf2', '#032f47'],
    houseEdge: { minBps: 82, maxBps: 110 },
    topMultiplier: Math.max(
      ...KENO_RISKS.flatMap((risk) => KENO_PICK_COUNTS.flatMap((count) => kenoMultipliers(risk, count))),
    ),
    live: false,
    releasedAt: '2026-10-01T00:00:00.000Z',
    rules: [
      {
        'en-US': 'Choose your stake and a risk: classic, low, medium or high.',
        'zh-CN': '选择投注金额和风险等级：经典、低、中或高。',
      },
      { 'en-US': 'Pick 1 to 10 of the 40 numbers.', 'zh-CN': '从 40 个号码中选 1 到 10 个。' },
      { 'en-US': 'Ten numbers are drawn.', 'zh-CN': '系统开出 10 个号码。' },
      { 'en-US': 'The more numbers you hit, the more you win.', 'zh-CN': '命中的号码越多，奖金越高。' },
    ],
    outcome: {
      'en-US': 'Ten numbers of the random stream draw ten of the 40 numbers, none of them twice.',
      'zh-CN': '取随机序列的十个数，从 40 个号码中不重复地开出 10 个。',
    },
    payout: {
      'en-US':
        'The table shown beside the board: by risk, by how many numbers you picked and how many of them hit.',
      'zh-CN': '按号码盘旁的派彩表派彩，由风险等级、所选个数和命中个数决定。',
    },
    formula: 'draw i takes entry floor(f × (40 − i)) of the numbers still left, i = 0 … 9',
  },
  {
    slug: 'wheel',
    name: { 'en-US': 'Wheel', 'zh-CN': '转盘' },
    tagline: { 'en-US': 'Spin for the segment that pays', 'zh-CN': '转动转盘，停在大奖格' },
    status: 'playable',
    categories: ['new', 'originals', 'instant', 'shows'],
    colors: ['#c8ea52', '#1d3004'],
    houseEdge: ONE_PERCENT,
    topMultiplier: Math.max(
      ...WHEEL_SEGMENTS.flatMap((segments) =>
        WHEEL_RISKS.flatMap((risk) => wheelMultipliers({ segments, risk })),
      ),
    ),
    live: false,
    releasedAt: '2026-10-15T00:00:00.000Z',
    rules: [
      {
        'en-US': 'Choose your stake, a risk and a wheel of 10, 20, 30, 40 or 50 segments.',
        'zh-CN': '选择投注金额、风险等级，以及 10、20、30、40 或 50 格的转盘。',
      },
      { 'en-US': 'Spin.', 'zh-CN': '转动转盘。' },
      {
        'en-US': 'The segment under the pointer shows the multiplier for your stake.',
        'zh-CN': '指针所指的格子就是派彩倍数。',
      },
    ],
    outcome: {
      'en-US': 'The first number of the random stream picks one segment; all are equally likely.',
      'zh-CN': '取随机序列的第一个数选出一格，每一格的概率都相同。',
    },
    payout: {
      'en-US':
        'The multiplier written on the segment. Higher risk means more empty segments and bigger prizes.',
      'zh-CN': '按格子上标明的倍数派彩。风险越高，空格越多，大奖也越大。',
    },
    formula: 'segment = floor(f × segments)',
  },
  {
    slug: 'pond-reels',
    name: { 'en-US': 'Pond Reels', 'zh-CN': '锦鲤老虎机' },
    tagline: { 'en-US': 'Five reels, one pond, golden koi', 'zh-CN': '五轴锦鲤池，金鲤送好运' },
    status: 'playable',
    categories: ['new', 'originals', 'slots'],
    colors: ['#3fa6a0', '#031a1f'],
    houseEdge: { minBps: 117, maxBps: 118 },
    topMultiplier: Math.max(...Object.values(POND_PAYTABLE).flat()),
    live: false,
    releasedAt: '2026-11-15T00:00:00.000Z',
    rules: [
      { 'en-US': 'Choose your stake.', 'zh-CN': '选择投注金额。' },
      { 'en-US': 'Spin the five reels.', 'zh-CN': '转动五个转轴。' },
      {
        'en-US':
          'Three, four or five of the same symbol pay, wherever they stop. The golden koi stands for any symbol.',
        'zh-CN': '出现三个、四个或五个相同图案即有奖，位置不限。金鲤可代替任何图案。',
      },
      { 'en-US': 'Only the best win of a spin is paid.', 'zh-CN': '每次转动只按最高的一项派彩。' },
    ],
    outcome: {
      'en-US': 'One number of the random stream for each reel picks where its published strip stops.',
      'zh-CN': '每个转轴取随机序列中的一个数，决定公开的轴带停在哪里。',
    },
    payout: {
      'en-US':
        'The published paytable. Its return, found by going through all 33,554,432 combinations of stops, is 98.83%.',
      'zh-CN': '按公开的派彩表派彩。逐一列举全部 33,554,432 种停止组合算出的返还率为 98.83%。',
    },
    formula: 'stop of reel i = floor(fᵢ × length of strip i), i = 1 … 5',
  },
]
