import type { DataOf, Endpoint } from '#contract/endpoint.ts'
import * as actions from '#contract/operator/actions.ts'
import * as chains from '#contract/operator/chains.ts'
import * as games from '#contract/operator/games.ts'
import * as log from '#contract/operator/log.ts'
import * as operators from '#contract/operator/operators.ts'
import * as players from '#contract/operator/players.ts'
import { listOperatedProviders } from '#contract/operator/providers.ts'
import type { Role } from '#contract/operator-roles.ts'
import * as session from '#contract/operator/session.ts'
import { getToday } from '#contract/operator/today.ts'
import * as withdrawals from '#contract/operator/withdrawals.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.now()
const ago = (ms: number) => new Date(NOW - ms).toISOString()

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const TX = '0x4f9d2c3b1a0e8f7d6c5b4a39281706f5e4d3c2b1a0998877665544332211ffee'
const HASH = 'a3f5c1d2e4b60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00'

const PASSKEY = '4b1f-90c2-3de7-a518-02bc-6f4d'

export const OPERATOR_NAME = 'Mei Lin'

export const sessionOf = (role: Role) => ({
  operator: { id: '7', name: OPERATOR_NAME, role },
  expiresAt: new Date(NOW + 7 * HOUR).toISOString(),
})

const today: DataOf<typeof getToday> = {
  at: ago(2_000),
  bets: { count: 18_204, stakedUsd: '92410.55', edgeUsd: '1104.18', resultUsd: '-382.4' },
  hours: Array.from({ length: 24 }, (_, index) => {
    const size = 2_400 + ((index * 7_919) % 3_100)
    return {
      from: new Date(Math.floor(NOW / HOUR) * HOUR - (23 - index) * HOUR).toISOString(),
      bets: Math.round(size / 5),
      stakedUsd: `${size}.25`,
      edgeUsd: `${Math.round(size * 0.012)}.4`,
      resultUsd: `${((index * 104_729) % 700) - 310}.15`,
    }
  }),
  players: { active: 412, registered: 31 },
  deposits: { count: 64, usd: '15820' },
  withdrawals: { count: 22, usd: '8140.75', waiting: 3, inReview: 2 },
  liabilities: [
    { coin: 'usdt-tron', symbol: 'USDT', network: 'TRON', owed: '128402.551204', held: '131900' },
    { coin: 'usdc-base', symbol: 'USDC', network: 'BASE', owed: '20110.25', held: '20090.1' },
    { coin: 'eth-ethereum', symbol: 'ETH', network: 'ETHEREUM', owed: '12.40211809', held: null },
  ],
  ledger: { status: 'sound', checkedAt: ago(4 * MINUTE) },
  seal: { day: new Date(NOW - DAY).toISOString().slice(0, 10), at: ago(9 * HOUR) },
  proposals: 1,
  alarms: [
    {
      kind: 'reserves',
      message: 'usdc-base: 20090.1 are held, and 20110.25 are owed',
      firstAt: ago(40 * MINUTE),
      lastAt: ago(3 * MINUTE),
      times: 12,
    },
  ],
}

const STATES = ['open', 'open', 'open', 'break', 'closed'] as const
const NAMES = ['amber_koi', '水面', 'Lotus', 'quiet-pond', '=SUM(A1)', 'reed', '月下', 'Heron'] as const

const PLAYERS: readonly players.PlayerRow[] = Array.from({ length: 120 }, (_, index) => ({
  uid: 1_001 + index,
  publicNumber: index % 5 === 0 ? null : 40_000 + index,
  nickname: `${NAMES[index % NAMES.length] ?? ''}${index >= NAMES.length ? index : ''}`,
  email: index % 7 === 3 ? null : `player${1_001 + index}@example.com`,
  state: STATES[index % STATES.length] ?? 'open',
  createdAt: ago((index + 2) * 3 * DAY),
  lastSeenAt: index % 9 === 4 ? null : ago(index * 41 * MINUTE),
}))

/** As the server pages, searches and sorts. */
export function playersPage(query: URLSearchParams): DataOf<typeof players.findPlayers> {
  const search = (query.get('search') ?? '').toLowerCase()
  const found = PLAYERS.filter(
    ({ uid, nickname, email, state }) =>
      `${uid} ${nickname} ${email}`.toLowerCase().includes(search) &&
      (query.get('state') === null || query.get('state') === state),
  )
  if (query.get('direction') === 'down') found.reverse()
  const from = Number(query.get('after') ?? 0)
  const end = from + players.PLAYERS_PER_PAGE
  return { players: found.slice(from, end), next: end < found.length ? `${end}` : null }
}

const player: DataOf<typeof players.getPlayer> = {
  ...(PLAYERS[0] as players.PlayerRow),
  locale: 'zh-CN',
  closedAt: null,
  level: 14,
  balances: [
    { coin: 'usdt-tron', available: '1240.551204', locked: '25', pending: '0' },
    { coin: 'eth-ethereum', available: '0.04210008', locked: '0', pending: '0.01' },
  ],
  sums: { stakedUsd: '48210.4', resultUsd: '-1904.22', depositedUsd: '6200', withdrawnUsd: '3055.5' },
  waysIn: { password: true, passkeys: 1, wallets: 2, twoStep: true },
  breakUntil: null,
  limits: [{ kind: 'deposit', period: 'day', value: '500 USD' }],
  sessions: [
    { id: 's1', device: 'Chrome · Android', startedAt: ago(5 * DAY), lastSeenAt: ago(3 * MINUTE) },
    { id: 's2', device: 'Safari · Mac', startedAt: ago(2 * DAY), lastSeenAt: ago(20 * HOUR) },
  ],
  links: [{ uid: 1_044, by: 'wallet' }],
}

const payments: DataOf<typeof players.listPlayerPayments> = {
  payments: [
    {
      id: '902',
      kind: 'withdrawal',
      at: ago(3 * HOUR),
      coin: 'usdt-tron',
      amount: '2400',
      status: 'review',
      address: TRON,
      txId: null,
    },
    {
      id: '418',
      kind: 'deposit',
      at: ago(2 * DAY),
      coin: 'usdt-tron',
      amount: '500.25',
      status: 'credited',
      address: TRON,
      txId: TX.slice(2),
    },
  ],
  next: null,
}

const movements: DataOf<typeof players.listPlayerMovements> = {
  movements: [
    {
      transaction: '88120',
      kind: 'withdrawal_request',
      at: ago(3 * HOUR),
      postings: [
        { account: 'available', coin: 'usdt-tron', amount: '-2400' },
        { account: 'pending', coin: 'usdt-tron', amount: '2400' },
      ],
    },
    {
      transaction: '87001',
      kind: 'deposit',
      at: ago(2 * DAY),
      postings: [{ account: 'available', coin: 'usdt-tron', amount: '500.25' }],
    },
  ],
  next: null,
}

const bets: DataOf<typeof players.listPlayerBets> = {
  bets: Array.from({ length: 14 }, (_, index) => ({
    id: `${55_120 - index}`,
    game: index % 3 === 0 ? 'mines' : 'dice',
    provider: null,
    at: ago(index * 4 * MINUTE),
    coin: 'usdt-tron',
    stake: '2.5',
    payout: index % 2 === 0 ? '0' : '4.95',
    multiplier: index % 2 === 0 ? '0' : '1.98',
  })),
  next: null,
}

const rewards: DataOf<typeof players.listPlayerRewards> = [
  {
    at: ago(DAY),
    kind: 'rakeback',
    coin: 'usdt-tron',
    amount: '3.2',
    what: 'edge 16.04 to 22.44 at 5000 bps',
  },
  { at: ago(4 * DAY), kind: 'gift-wheel', coin: 'usdt-tron', amount: '0.5', what: 'turn of a day' },
]

const review: withdrawals.WithdrawalRow = {
  id: '902',
  uid: 1_001,
  status: 'review',
  reason: 'large',
  coin: 'usdt-tron',
  chain: 'tron',
  amount: '2400',
  usd: '2400.4',
  address: TRON,
  requestedAt: ago(3 * HOUR),
  votes: 1,
  needed: 2,
}

const WITHDRAWALS: readonly withdrawals.WithdrawalRow[] = [
  review,
  {
    ...review,
    id: '905',
    uid: 1_022,
    reason: 'above_day_limit',
    amount: '810.5',
    usd: '810.5',
    votes: 0,
    needed: 1,
  },
  {
    ...review,
    id: '899',
    uid: 1_014,
    status: 'confirmed',
    reason: null,
    coin: 'eth-ethereum',
    chain: 'ethereum',
    amount: '0.25',
    usd: null,
    address: EVM,
    requestedAt: ago(DAY),
    votes: 0,
    needed: 1,
  },
]

export function withdrawalsPage(query: URLSearchParams): DataOf<typeof withdrawals.listAllWithdrawals> {
  const status = query.get('status')
  return {
    withdrawals: WITHDRAWALS.filter((each) => status === null || each.status === status),
    next: null,
  }
}

const withdrawal: DataOf<typeof withdrawals.getWithdrawalToReview> = {
  ...review,
  fee: '1.5',
  txIds: [],
  isSealed: true,
  evidence: {
    accountAgeDays: 91,
    withdrawals: 4,
    withdrawnUsd: '655.1',
    depositedUsd: '6200',
    wonUsd: '-1904.22',
    dayUsd: '0',
    isKnownAddress: false,
    sharedWith: [1_044],
    recentChanges: [{ what: 'e-mail address', at: ago(30 * HOUR) }],
  },
  decisions: [
    {
      by: 'Ana',
      decision: 'approve',
      at: ago(HOUR),
      why: 'Talked to the player by mail.',
      isDone: false,
      isTrusted: true,
    },
  ],
}

const gameList: DataOf<typeof games.listOperatedGames> = [
  ['dice', 'Dice', '骰子', 9_895, 9_900, 6],
  ['mines', 'Mines', '扫雷', 9_782, 9_900, 22],
  ['crash', 'Crash', '崩盘', 9_931, 9_900, 14],
  ['plinko', 'Plinko', '弹珠', null, null, null],
].map(([slug, en, zh, returnBps, expectedBps, standardErrorBps], index) => ({
  slug: slug as string,
  name: { 'en-US': en as string, 'zh-CN': zh as string },
  isPaused: index === 3,
  bets: returnBps === null ? 0 : 48_210 - index * 9_001,
  stakedUsd: returnBps === null ? '0' : `${190_220 - index * 40_000}.5`,
  paidUsd: returnBps === null ? '0' : `${188_001 - index * 40_000}.25`,
  returnBps: returnBps as number | null,
  expectedBps: expectedBps as number | null,
  standardErrorBps: standardErrorBps as number | null,
  exposureUsd: `${index * 410}.75`,
  openRounds: index * 4,
  limits: { minUsd: '0.1', maxPayoutUsd: index === 1 ? null : '10000' },
}))

const gameDays: DataOf<typeof games.getGameDays> = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(NOW - (29 - index) * DAY).toISOString().slice(0, 10),
  bets: 1_500 + ((index * 389) % 600),
  stakedUsd: `${5_000 + ((index * 1_237) % 2_900)}.5`,
  edgeUsd: `${60 + (index % 9)}.2`,
  resultUsd: `${((index * 7_717) % 640) - 250}.1`,
}))

const proposals: DataOf<typeof actions.listProposals> = [
  {
    id: '12',
    action: 'code create',
    words: [],
    options: { name: 'Spring mail', money: '5', coin: 'usdt-tron', uses: '1000' },
    json: null,
    usd: '5000',
    why: 'The mail of March',
    by: 'Ana',
    at: ago(2 * HOUR),
    isOwn: false,
    state: 'open',
    decidedBy: null,
    decidedAt: null,
  },
  {
    id: '11',
    action: 'rounds give',
    words: ['all'],
    options: { game: 'dice', rounds: '10' },
    json: null,
    usd: '2400',
    why: 'Sorry for the pause of Sunday',
    by: OPERATOR_NAME,
    at: ago(3 * DAY),
    isOwn: true,
    state: 'done',
    decidedBy: 'Ana',
    decidedAt: ago(2 * DAY),
  },
]

const promotions: DataOf<typeof actions.listOperatedPromotions> = [
  {
    slug: 'keno-rounds',
    kind: 'free-rounds',
    title: { 'en-US': 'Ten rounds of Keno', 'zh-CN': '基诺免费十局' },
    startsAt: ago(6 * DAY),
    endsAt: new Date(NOW + 8 * DAY).toISOString(),
    taken: 214,
    costUsd: '180.5',
  },
  {
    slug: 'first-deposit',
    kind: 'deposit-bonus',
    title: { 'en-US': 'First deposit', 'zh-CN': '首次充值' },
    startsAt: ago(200 * DAY),
    endsAt: ago(20 * DAY),
    taken: null,
    costUsd: null,
  },
]

const codes: DataOf<typeof actions.listOperatedCodes> = [
  {
    id: '4',
    name: 'Spring mail',
    gives: '5 USDT',
    uses: 100,
    used: 41,
    until: new Date(NOW + 30 * DAY).toISOString(),
    isStopped: false,
  },
  { id: '3', name: 'Stream', gives: '10 × dice', uses: 50, used: 50, until: ago(DAY), isStopped: true },
]

const providers: DataOf<typeof listOperatedProviders> = [
  {
    provider: 'hub',
    name: 'Hub 88',
    isOn: true,
    gamesOn: 310,
    games: 344,
    bets: 4_120,
    stakedUsd: '20110.5',
    resultUsd: '704.25',
    openRounds: 12,
    debts: [{ coin: 'usdt-tron', amount: '42.5' }],
    syncedAt: ago(2 * HOUR),
    lastCallAt: ago(3_000),
  },
  {
    provider: 'demo',
    name: 'Demo Studio',
    isOn: false,
    gamesOn: 0,
    games: 3,
    bets: 0,
    stakedUsd: '0',
    resultUsd: '0',
    openRounds: 0,
    debts: [],
    syncedAt: null,
    lastCallAt: null,
  },
]

const chainList: DataOf<typeof chains.listOperatedChains> = [
  {
    chain: 'tron',
    isPractice: false,
    readHeight: 66_120_401,
    height: 66_120_404,
    readAt: ago(4_000),
    watcher: 'running',
    halted: null,
    hotWallet: TRON,
    coins: [
      { coin: 'usdt-tron', symbol: 'USDT', owed: '128402.551204', held: '131900', inHotWallet: '18200' },
    ],
  },
  {
    chain: 'ethereum',
    isPractice: false,
    readHeight: 21_400_118,
    height: null,
    readAt: ago(14 * MINUTE),
    watcher: 'late',
    halted: 'the wallet sent a transaction that the database does not have',
    hotWallet: EVM,
    coins: [{ coin: 'eth-ethereum', symbol: 'ETH', owed: '12.40211809', held: '12.1', inHotWallet: null }],
  },
]

const arrival: chains.Arrival = {
  chain: 'tron',
  txId: TX.slice(2),
  at: ago(5 * HOUR),
  coin: 'usdt-tron',
  amount: '120',
  from: TRON,
  to: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
  state: 'lapsed',
  uid: 1_009,
  advice: 'The address had lapsed when the money came. Assign it with npm run deposits.',
}

const lines: DataOf<typeof log.listLog> = {
  lines: Array.from({ length: 40 }, (_, index) => ({
    id: `${5_040 - index}`,
    at: ago(index * 7 * MINUTE),
    by: index % 3 === 0 ? 'Ana' : OPERATOR_NAME,
    machineUser: index % 8 === 7 ? 'root' : null,
    action: ['player read', 'withdrawal approve', 'code create', 'players read'][index % 4] ?? '',
    why: index % 4 === 1 || index % 4 === 2 ? 'Ticket 4711' : '',
    what: index % 4 === 1 ? { withdrawal: '902', decision: 'approve' } : { uid: 1_001 + index },
    hash: HASH,
  })),
  next: null,
}

const check: DataOf<typeof log.getLogCheck> = {
  running: null,
  hasFailed: false,
  last: {
    at: ago(9 * MINUTE),
    lines: 5_040,
    head: HASH,
    sealed: { day: today.seal?.day ?? '', head: HASH },
    faults: [],
  },
}

const operatorList: DataOf<typeof operators.listOperators> = [
  {
    id: '7',
    name: OPERATOR_NAME,
    role: 'owner',
    joinedAt: ago(90 * DAY),
    invitedUntil: null,
    lastSeenAt: ago(1_000),
    fingerprint: PASSKEY,
  },
  {
    id: '8',
    name: 'Ana',
    role: 'finance',
    joinedAt: ago(60 * DAY),
    invitedUntil: null,
    lastSeenAt: ago(HOUR),
    fingerprint: '77d0-0b4e-91aa-c052-6f3e-18d9',
  },
  {
    id: '3',
    name: 'Jun',
    role: 'support',
    joinedAt: null,
    invitedUntil: new Date(NOW + 20 * HOUR).toISOString(),
    lastSeenAt: null,
    fingerprint: null,
  },
]

const CHALLENGE = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [], userVerification: 'required' }

/** An answer of each call of the console, as its contract describes it. */
export const OPERATOR_ANSWERS: ReadonlyMap<Endpoint, unknown> = new Map<Endpoint, unknown>([
  [session.beginOperatorLogin, CHALLENGE],
  [session.logInOperator, { ...sessionOf('owner'), token: 'owner' }],
  [session.getOperatorSession, sessionOf('owner')],
  [session.endOperatorSession, {}],
  [session.beginConfirmation, CHALLENGE],
  [session.confirmSession, {}],
  [session.beginInvitation, { name: 'Jun', role: 'support', options: CHALLENGE }],
  [session.acceptInvitation, { ...sessionOf('support'), token: 'support', fingerprint: PASSKEY }],
  [getToday, today],
  [players.findPlayers, playersPage(new URLSearchParams())],
  [players.getPlayer, player],
  [players.listPlayerPayments, payments],
  [players.listPlayerMovements, movements],
  [players.listPlayerBets, bets],
  [players.listPlayerRewards, rewards],
  [players.endPlayerSessions, { ended: 2 }],
  [withdrawals.listAllWithdrawals, withdrawalsPage(new URLSearchParams())],
  [withdrawals.getWithdrawalToReview, withdrawal],
  [withdrawals.beginWithdrawalVote, CHALLENGE],
  [withdrawals.voteOnWithdrawal, { ...withdrawal, votes: 2 }],
  [games.listOperatedGames, gameList],
  [games.getGameDays, gameDays],
  [games.pauseGame, { isPaused: true, at: ago(0) }],
  [actions.act, { state: 'proposed', proposal: '13' }],
  [actions.listProposals, proposals],
  [actions.decideProposal, { state: 'done', rows: [{ code: '5', text: 'ABCD-EFGH-JKMN' }] }],
  [actions.listOperatedPromotions, promotions],
  [actions.listOperatedCodes, codes],
  [listOperatedProviders, providers],
  [chains.listOperatedChains, chainList],
  [chains.listUnattributed, [arrival]],
  [chains.findArrival, [arrival]],
  [operators.listOperators, operatorList],
  [
    operators.inviteOperator,
    {
      path: '/operator/join#sXq0cH3wYk2mVb8NfLr5tUe7pZa9dGi1jOu4xQw6hCs',
      until: new Date(NOW + DAY).toISOString(),
    },
  ],
  [operators.removeOperator, {}],
  [log.listLog, lines],
  [log.getLogCheck, check],
  [log.startLogCheck, check],
])
