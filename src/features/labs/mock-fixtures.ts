import * as v from 'valibot'
import { ShownEvmAddressSchema } from '#contract/values.ts'
import type { getCrashChain, getCrashClock, getCrashLatency } from '#contract/crash.ts'
import type { listCoins } from '#contract/coins.ts'
import type { getConfig } from '#contract/config.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { getGame, listCategories, listGames, listProviders } from '#contract/games.ts'
import type { getHealth } from '#contract/health.ts'
import type { listBetLimits } from '#contract/play.ts'
import type {
  getGamePlay,
  getPlayNow,
  listBigWins,
  listLeaders,
  listPopularGames,
  listRecentBets,
  listTopWins,
} from '#contract/public-play.ts'
import type { getProviderGame } from '#contract/provider-games.ts'
import type { listPromotions } from '#contract/promotions.ts'
import type { getRace } from '#contract/race.ts'
import type { getRewardTerms } from '#contract/rewards.ts'
import type { getSeal } from '#contract/seal.ts'
import type { getTransparency } from '#contract/transparency.ts'
import type { listWalletAssets } from '#contract/wallet-deposits.ts'
import type { getLinkedWin } from '#contract/win-links.ts'

const AT = '2026-01-01T00:00:00.000Z'

const linkedWin: DataOf<typeof getLinkedWin> = {
  name: null,
  number: 4_821,
  gameName: { 'en-US': 'Limbo', 'zh-CN': '极限' },
  symbol: 'USDT',
  bet: {
    id: '7',
    game: 'limbo',
    coin: 'usdt-tron',
    at: AT,
    params: { target: 1_000 },
    stake: '2',
    multiplier: 10,
    payout: '20',
    outcome: 1_234,
    seeds: { serverSeedHash: 'ab'.repeat(32), serverSeed: null, clientSeed: 'carp', nonce: 6 },
  },
}

const dice: DataOf<typeof listGames>[number] = {
  slug: 'dice',
  name: { 'en-US': 'Dice', 'zh-CN': '骰子' },
  tagline: { 'en-US': 'Over or under', 'zh-CN': '大或小' },
  provider: 'koi-originals',
  categories: ['originals'],
  status: 'soon',
  cover: '/covers/dice.svg',
  colors: ['#ff8a4c', '#b4230a'],
  houseEdge: { minBps: 100, maxBps: 100 },
  topMultiplier: 99_000_000,
  live: false,
  releasedAt: AT,
}

const betLimits: DataOf<typeof listBetLimits> = [
  { coin: 'usdt-tron', decimals: 6, minStake: '0.01', maxStake: '1000', maxPayout: '100000' },
]

const health: DataOf<typeof getHealth> = { live: true, ready: true, version: 'mock' }
const config: DataOf<typeof getConfig> = {
  mode: 'practice',
  version: 'mock',
  chains: [
    {
      id: 11155111,
      name: 'Sepolia',
      testnet: true,
      currency: { name: 'Ether', symbol: 'ETH' },
      rpcUrl: null,
      explorerUrl: 'https://sepolia.etherscan.io',
    },
  ],
  mail: 'outbox',
  wallet: { hasExplorer: false, hasNetworkView: false, relayUrl: null },
  play: { autoPlay: true, instant: true, cycleMs: { default: 0, games: {} } },
  publicKeys: { walletConnectProjectId: null },
  receiptKeys: [],
}
const game: DataOf<typeof getGame> = {
  ...dice,
  rules: [{ 'en-US': 'Pick a number, roll over or under it.', 'zh-CN': '选一个数，猜大猜小。' }],
  outcome: { 'en-US': 'A number from 0.00 to 100.00.', 'zh-CN': '0.00 至 100.00 之间的一个数。' },
  payout: { 'en-US': '99 divided by the chance to win.', 'zh-CN': '99 ÷ 中奖概率（%）。' },
  formula: 'floor(float × 10001) / 100',
}
const categories: DataOf<typeof listCategories> = [
  { slug: 'originals', name: { 'en-US': 'Originals', 'zh-CN': '原创' }, gameCount: 1 },
]
const providers: DataOf<typeof listProviders> = [
  { slug: 'koi-originals', name: { 'en-US': 'Koi Originals', 'zh-CN': '锦鲤原创' } },
]
const providerGame: DataOf<typeof getProviderGame> = {
  provider: 'hub',
  providerName: 'Pond Games',
  code: '1',
  name: { 'en-US': 'Wheel', 'zh-CN': '转盘' },
  category: 'shows',
  cover: null,
  volatility: 'medium',
  returnBps: 9600,
  hasDemo: true,
  coins: ['usdt-tron'],
}
const coins: DataOf<typeof listCoins> = [
  {
    id: 'sol-solana',
    symbol: 'SOL',
    name: 'Solana',
    network: 'Solana',
    decimals: 8,
    chainDecimals: 9,
    priceUsd: '434.78',
    pricedAt: AT,
    isPriceFixed: true,
    listed: false,
    receivable: true,
  },
]
const promotions: DataOf<typeof listPromotions> = [
  {
    slug: 'rakeback',
    kind: 'rakeback',
    title: { 'en-US': '5% rakeback', 'zh-CN': '5% 返水' },
    summary: { 'en-US': '5% of the house edge comes back.', 'zh-CN': '返还庄家优势的 5%。' },
    terms: [],
    startsAt: AT,
    endsAt: null,
    offer: null,
    free: null,
  },
]

const race: DataOf<typeof getRace> = {
  startsAt: '2026-11-23T00:00:00.000Z',
  endsAt: '2026-11-30T00:00:00.000Z',
  coin: 'usdt-tron',
  entries: 2,
  pool: '1.25',
  sharesBps: [7_000, 3_000],
  poolBps: 500,
  prizeMostBps: 1_000,
  dayCapUsd: '100',
  leaders: [
    { name: null, number: 4_821, rank: 1, points: '20', prize: '0.875' },
    { name: null, number: 7_304, rank: 2, points: '5', prize: '0.375' },
  ],
  last: null,
}
const rewardTerms: DataOf<typeof getRewardTerms> = {
  coin: 'usdt-tron',
  rakebackBps: 500,
  rakebackStepBps: 25,
  rakebackMostBps: 1_000,
  referralBps: 1_000,
  levelGiftBps: 500,
  wheelBps: 500,
  racePoolBps: 500,
  racePrizeMostBps: 1_000,
  raceDayCapUsd: '100',
  releaseBps: 2_000,
  sumBps: 6_000,
  mostBps: 6_000,
}

const transparency: DataOf<typeof getTransparency> = {
  at: AT,
  ledger: { status: 'sound', checkedAt: AT },
  owedUsd: '1000.00',
  heldUsd: '1500.00',
  coins: [
    {
      coin: 'usdt-tron',
      symbol: 'USDT',
      network: 'TRON',
      owed: { available: '990', locked: '0', pending: '10' },
      received: '2000',
      paidOut: '500',
      held: '1500',
      house: '500',
    },
  ],
  games: [
    {
      slug: dice.slug,
      name: dice.name,
      bets: 10_000,
      stakedUsd: '50000.00',
      paidUsd: '49500.00',
      returnBps: 9_900,
      standardErrorBps: 120,
      houseEdge: dice.houseEdge,
    },
  ],
  reserves: {
    at: AT,
    chains: [{ name: 'TRON', block: 61_000_000, at: AT }],
    coins: [
      { coin: 'usdt-tron', symbol: 'USDT', network: 'TRON', owed: '1000', held: '1500', isOnChain: true },
    ],
    heldUsd: '1500.00',
    owedUsd: '1000.00',
  },
}

const seal: DataOf<typeof getSeal> = {
  day: '2026-11-24',
  seal: '{"day":"2026-11-24","type":"seal","v":1}',
  kid: 'k1',
  signature: 'A'.repeat(86),
}

const walletAssets: DataOf<typeof listWalletAssets> = [
  {
    chainId: 11_155_111,
    coin: 'usdt-ethereum',
    contract: v.parse(ShownEvmAddressSchema, `0x${'12'.repeat(20)}`),
    recipient: v.parse(ShownEvmAddressSchema, `0x${'42'.repeat(20)}`),
    decimals: 6,
    minimum: '1',
    confirmations: 12,
    isPractice: true,
  },
]

const popularGames: DataOf<typeof listPopularGames> = [{ game: 'dice', bets: 7 }]
const recentBets: DataOf<typeof listRecentBets> = [
  {
    id: '1',
    game: 'dice',
    name: null,
    number: 4_821,
    coin: 'usdt-tron',
    stake: '1',
    multiplier: 1.98,
    payout: '1.98',
    at: AT,
  },
]

const topWins: DataOf<typeof listTopWins> = recentBets.map((bet) => ({ ...bet, wonUsd: '0.98' }))
const gamePlay: DataOf<typeof getGamePlay> = {
  weekBets: 7,
  betsPerMinute: 0.1,
  roundsPerMinute: 0.1,
  topWin: topWins[0] ?? null,
}
const bigWins: DataOf<typeof listBigWins> = topWins.map((win) => ({
  ...win,
  multiplier: 19.8,
  payout: '19.8',
  wonUsd: '18.8',
}))
const playNow: DataOf<typeof getPlayNow> = {
  players: 7,
  games: [{ game: 'dice', players: 7, bigWin: bigWins[0] ?? null }],
}
const leaders: DataOf<typeof listLeaders> = [
  { name: null, number: 4_821, edgeUsd: '0.07', stakedUsd: '7', paidUsd: '6.93', bets: 7 },
]

const crashLatency: DataOf<typeof getCrashLatency> = null
const crashClock: DataOf<typeof getCrashClock> = { now: Date.parse(AT) }

const crashChain: DataOf<typeof getCrashChain> = {
  lastHash: '5a'.repeat(32),
  length: 1_048_576,
  played: 12,
  saltRule: 'practice-chain',
  publishedAt: AT,
  successor: null,
  earlier: [],
}

/** A valid answer for each path of the contract; the compiler checks them. */
export const FIXTURES: Readonly<Record<string, unknown>> = {
  '/health': health,
  '/config': config,
  '/games': [dice],
  '/games/dice': game,
  '/games-in-full': [game],
  '/categories': categories,
  '/providers': providers,
  '/provider-games/hub/1': providerGame,
  '/coins': coins,
  '/bet-limits': betLimits,
  '/promotions': promotions,
  '/race': race,
  '/reward-terms': rewardTerms,
  '/transparency': transparency,
  '/seals/2026-11-24': seal,
  '/popular-games': popularGames,
  '/games/dice/play': gamePlay,
  '/play-now': playNow,
  '/big-wins': bigWins,
  '/linked-wins/koi-koi-koi-koi-koi-22': linkedWin,
  '/recent-bets': recentBets,
  '/top-wins/day': topWins,
  '/leaderboards/day': leaders,
  '/crash/clock': crashClock,
  '/crash/chain': crashChain,
  '/crash/latency': crashLatency,
  '/wallet-assets': walletAssets,
}
