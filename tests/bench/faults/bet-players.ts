import { setTimeout as sleep } from 'node:timers/promises'
import type { BetLimits, Round } from '#contract/play.ts'
import { CLAIM_KINDS } from '#contract/rewards.ts'
import { hiloCardOf, hiloGuesses, type HiloCardName } from '#rules/hilo/hilo.ts'
import { MINES_TILES } from '#rules/mines/mines.ts'
import { isPlayGame, isRoundGame } from '#rules/games.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { fromDecimal, toDecimal } from '#server/coins/units.ts'
import { GAME_PARAMS } from '../../support/game-params.ts'
import type { Answer } from './ask.ts'
import type { BetCalls, PlayKind, Request } from './bet-calls.ts'
import { SeededRandom } from './random.ts'
import { PASSWORD } from './world.ts'

type Game = (typeof PLAY_GAMES)[number]

const USDT = 'usdt-tron'
/** The coin of the deposits that get a bonus. */
const BONUS_COIN = 'wif-solana'
const DEPOSIT_USDT = '100'
/** Daily limits of stakes in dollars: one soon reached, and one never. */
const WAGER_LIMITS = ['10.00', '1000000.00'] as const
const MOST_STEPS = 4
/** Attempts to get a lease that an open round of the player blocks. */
const AUTO_PLAY_TRIES = 2

export interface BetPlayer {
  readonly n: number
  readonly uid: number
  readonly token: string
  readonly coins: readonly string[]
  /** True for large stakes, so that the money is soon gone. */
  readonly isBold: boolean
  /** Dollars a day; null for no limit. */
  readonly wagerLimit: string | null
  /** Open rounds, by game. */
  readonly waiting: Map<string, Round>
  begun: number
}

/** The request of an auto-play, with its amounts as text. */
export interface AutoPlayRun {
  readonly uid: number
  readonly id: string
  readonly game: string
  readonly coin: string
  readonly count: number | null
  readonly highestStake: string
  readonly stopOnLoss: string | null
  readonly stopOnProfit: string | null
  readonly stopOnSingleWin: string | null
}

/** Players who bet by hand and, in parallel, by auto-play. */
export class BetPlayers {
  readonly players: BetPlayer[] = []
  readonly runs: AutoPlayRun[] = []
  readonly #calls: BetCalls
  readonly #seed: number
  readonly #limits = new Map<string, BetLimits>()
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(calls: BetCalls, seed: number) {
    this.#calls = calls
    this.#seed = seed
  }

  /** Logs all players in and begins their seed pairs; some deposit for a bonus, some limit their stakes. */
  async logIn(count: number): Promise<void> {
    const limits = await this.#calls.insist('GET', '/bet-limits', {})
    for (const each of limits as unknown as BetLimits[]) this.#limits.set(each.coin, each)
    for (let n = 1; n <= count; n += 8) {
      const next = Array.from({ length: Math.min(8, count - n + 1) }, (_, i) => this.#open(n + i))
      this.players.push(...(await Promise.all(next)))
    }
    for (const player of this.players) {
      const { token } = player
      while (player.coins.includes(BONUS_COIN) && (await this.#heldOf(token, BONUS_COIN)) === 0)
        await sleep(200)
    }
  }

  async #open(n: number): Promise<BetPlayer> {
    const calls = this.#calls
    const login = await calls.insist('POST', '/auth/login', {
      body: { email: `player-${n}@example.test`, password: PASSWORD },
      from: `10.0.${n >> 8}.${n & 255}`,
    })
    const token = String(login['token'])
    const me = await calls.insist('GET', '/user/me', { token })
    const hasBonus = n % 8 === 2
    await calls.insist('PUT', '/user/bonus-choice', { token, body: { isAccepted: hasBonus } })
    if (hasBonus) {
      await calls.insist('PUT', '/user/deposit-address', { token, body: { receives: BONUS_COIN } })
      const body = { amount: DEPOSIT_USDT, idempotencyKey: crypto.randomUUID() }
      await calls.insist('POST', '/practice/transfers', { token, body })
    }
    const wagerLimit = n % 4 === 1 ? WAGER_LIMITS[n % 8 === 1 ? 0 : 1] : null
    if (wagerLimit !== null)
      await calls.insist('PUT', '/user/limits/wager/day', { token, body: { amount: wagerLimit } })
    const { nextServerSeedHash } = await calls.insist('GET', '/seeds', { token })
    await calls.insist('POST', '/seeds', { token, body: { clientSeed: `first of ${n}`, nextServerSeedHash } })
    return {
      n,
      uid: Number(me['uid']),
      token,
      wagerLimit,
      isBold: n % 8 === 4,
      begun: 0,
      coins: hasBonus ? [USDT, BONUS_COIN] : [USDT],
      waiting: new Map(),
    }
  }

  async #heldOf(token: string, coin: string): Promise<number> {
    const balances = await this.#calls.insist('GET', '/balances', { token })
    const held = (balances as unknown as { coin: string; available: string }[]).find(
      (each) => each.coin === coin,
    )
    return Number(held?.available ?? 0)
  }

  /** @param everyMs average pause of each player between two operations */
  start(everyMs: number): void {
    this.#running = Promise.all(
      this.players.flatMap((player) => [
        this.#repeat(player, everyMs, 'by hand', (random) => this.#playByHand(player, random)),
        this.#repeat(player, everyMs, 'auto-play', (random) => this.#autoPlay(player, random, everyMs)),
      ]),
    )
  }

  /** Starts nothing new, and resolves when every operation has its answer. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#calls.end()
    await this.#running
    await this.#calls.settled()
  }

  /** Finishes rounds, and reveals every seed. */
  async reveal(): Promise<void> {
    for (const player of this.players) {
      const random = new SeededRandom(this.#seed, `end ${player.n}`)
      const { rounds } = await this.#calls.insist('GET', '/rounds', { token: player.token })
      for (const round of rounds as Round[]) await this.#finish(player, round, random)
      await this.#changeSeeds(player, random)
    }
    await this.#calls.settled()
  }

  async #repeat(
    { n }: BetPlayer,
    everyMs: number,
    purpose: string,
    play: (random: SeededRandom) => Promise<void>,
  ): Promise<void> {
    for (let nth = 0; !this.#isOver; nth++) {
      const random = new SeededRandom(this.#seed, `${purpose} ${n} ${nth}`)
      await sleep(random.between(0.2 * everyMs, 1.8 * everyMs))
      if (!this.#isOver) await play(random)
    }
  }

  async #playByHand(player: BetPlayer, random: SeededRandom): Promise<void> {
    const [waiting] = player.waiting.values()
    if (waiting && random.chance(0.3)) {
      player.waiting.delete(waiting.game)
      return this.#finish(player, waiting, random)
    }
    if (random.chance(0.06)) return this.#changeSeeds(player, random)
    if (random.chance(0.06)) return this.#claim(player, random)
    const game = random.pick(PLAY_GAMES)
    const coin = random.pick(player.coins)
    const round = await this.#bet(player, game, coin, this.#stake(player, coin, random), random)
    if (!round) return
    if (random.chance(0.3)) player.waiting.set(game, round)
    else await this.#finish(player, round, random)
  }

  /** @returns the begun round; undefined if the bet settled at once, null if it was refused or is lost */
  async #bet(
    player: BetPlayer,
    game: Game,
    coin: string,
    stake: string,
    random: SeededRandom,
    autoPlay?: { readonly id: string; readonly step: number },
  ): Promise<Round | undefined | null> {
    const params = paramsOf(game, random)
    const answer = await this.#submit(
      player,
      'bet',
      random,
      (idempotencyKey) => ({
        method: 'POST',
        path: '/bets',
        body: { idempotencyKey, game, coin, stake, params, ...(autoPlay && { autoPlay }) },
      }),
      // An auto-play waits for the answer.
      autoPlay && { isInsisted: true },
    )
    if (!answer) return null
    return answer['round'] as Round | undefined
  }

  async #finish(player: BetPlayer, begun: Round, random: SeededRandom): Promise<void> {
    let round = begun
    for (;;) {
      const { id, steps, payout } = round
      const isEnough = payout !== null && (steps.length >= MOST_STEPS || random.chance(0.3))
      const step = isEnough ? null : stepOf(round, random)
      const answer = await this.#submit(player, step ? 'step' : 'cash-out', random, (idempotencyKey) => ({
        method: 'POST',
        path: `/rounds/${id}/${step ? 'steps' : 'cash-out'}`,
        body: { idempotencyKey, ...(step && { step, after: steps.length }) },
      }))
      if (answer?.['status'] !== 'open') return
      round = answer['round'] as Round
    }
  }

  async #autoPlay(player: BetPlayer, random: SeededRandom, everyMs: number): Promise<void> {
    const game = random.pick(PLAY_GAMES)
    const coin = random.pick(player.coins)
    const stake = this.#stake(player, coin, random)
    const times = (factor: number) => this.#times(coin, stake, factor)
    const bounds = {
      game,
      coin,
      count: random.chance(0.8) ? Math.floor(random.between(2, 15)) : null,
      highestStake: times(2),
      stopOnLoss: random.chance(0.6) ? times(random.between(3, 8)) : null,
      stopOnProfit: random.chance(0.4) ? times(random.between(1, 6)) : null,
      stopOnSingleWin: random.chance(0.3) ? times(random.between(1, 4)) : null,
    }
    const begun = await this.#submit(player, 'auto-play', random, (idempotencyKey) => ({
      method: 'POST',
      path: '/auto-plays',
      body: { idempotencyKey, ...bounds },
    }))
    if (!begun) return
    const id = String(begun['id'])
    this.runs.push({ uid: player.uid, id, ...bounds })
    let tries = 0
    for (let step = 1; !this.#isOver && step <= (bounds.count ?? 15) && tries < AUTO_PLAY_TRIES;) {
      // Sometimes above the allowed maximum, which ends the auto-play.
      const next = random.chance(0.02) ? times(3) : times(random.pick([1, 2]))
      const round = await this.#bet(player, game, coin, next, random, { id, step })
      if (round === null) tries += 1
      else step += 1
      if (round) await this.#finish(player, round, random)
      await sleep(random.between(0.1 * everyMs, 0.9 * everyMs))
    }
    await this.#submit(player, 'stop', random, () => ({ method: 'DELETE', path: `/auto-plays/${id}` }))
  }

  async #changeSeeds(player: BetPlayer, random: SeededRandom): Promise<void> {
    const { nextServerSeedHash } = await this.#calls.insist('GET', '/seeds', { token: player.token })
    const clientSeed = `pair ${player.begun} of ${player.n}`
    await this.#submit(player, 'seeds', random, () => ({
      method: 'POST',
      path: '/seeds',
      body: { clientSeed, nextServerSeedHash },
    }))
  }

  async #claim(player: BetPlayer, random: SeededRandom): Promise<void> {
    const kind = random.pick(CLAIM_KINDS)
    await this.#submit(player, 'claim', random, (idempotencyKey) => ({
      method: 'POST',
      path: '/user/rewards/claims',
      body: { kind, idempotencyKey },
    }))
  }

  #submit(
    player: BetPlayer,
    kind: PlayKind,
    random: SeededRandom,
    request: (key: string) => Request,
    options: { readonly isInsisted?: boolean } = {},
  ): Promise<Answer['data'] | null> {
    player.begun += 1
    return this.#calls.submit({ kind, uid: player.uid, token: player.token, random, request, ...options })
  }

  /** Cents of the player's balance; dollars for a bold player. */
  #stake({ isBold }: BetPlayer, coin: string, random: SeededRandom): string {
    return this.#times(
      coin,
      this.#limits.get(coin)?.minStake ?? '1',
      random.between(10, isBold ? 15_000 : 120),
    )
  }

  #times(coin: string, amount: string, factor: number): string {
    const { decimals } = this.#limits.get(coin) ?? { decimals: 0 }
    const units = (fromDecimal(amount, decimals) * BigInt(Math.floor(factor * 1_000))) / 1_000n
    return toDecimal(units > 0n ? units : 1n, decimals)
  }
}

function paramsOf(game: Game, random: SeededRandom): object {
  switch (game) {
    case 'dice':
      return { side: random.pick(['over', 'under']), target: Math.floor(random.between(1_000, 9_000)) }
    case 'limbo':
      return { target: Math.floor(random.between(101, 1_000)) }
    case 'mines': {
      const mines = Math.floor(random.between(1, 10))
      const tiles = random.shuffle(Array.from({ length: MINES_TILES }, (_, tile) => tile)).slice(0, 3)
      return random.chance(0.4) ? { mines, tiles } : { mines }
    }
    case 'plinko':
      return { rows: Math.floor(random.between(8, 17)), risk: random.pick(['low', 'medium', 'high']) }
    case 'hilo':
      return random.chance(0.5) ? { startCard: random.pick(['7D', 'AS', '2H', 'KC']) } : {}
    case 'keno':
      return {
        risk: random.pick(['classic', 'low', 'medium', 'high']),
        picks: random
          .shuffle(Array.from({ length: 40 }, (_, number) => number))
          .slice(0, random.pick([1, 5, 10])),
      }
    case 'wheel':
      return { segments: random.pick([10, 20, 50]), risk: random.pick(['low', 'medium', 'high']) }
    default:
      return GAME_PARAMS[game].params
  }
}

/** A valid step of the round. */
function stepOf({ game, steps, view }: Round, random: SeededRandom): object {
  if (!isPlayGame(game) || !isRoundGame(game)) throw new Error(`${game} has no rounds`)
  if (game === 'hilo') {
    const card = (view['cards'] as HiloCardName[]).at(-1) ?? '7D'
    if (random.chance(0.2)) return { type: 'skip' }
    return { type: 'guess', guess: random.pick(hiloGuesses(hiloCardOf(card))) }
  }
  const opened = steps.map(({ tile }) => tile)
  const left = Array.from({ length: MINES_TILES }, (_, tile) => tile).filter((tile) => !opened.includes(tile))
  return { type: 'reveal', tile: random.pick(left) }
}
