import { generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto'
import type { ApiClient } from '#api/api-client.ts'
import { exportMore } from '#contract/account.ts'
import { listBalances } from '#contract/balances.ts'
import { getConfig, type ReceiptKey } from '#contract/config.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  getSeeds,
  listBetLimits,
  listBets,
  listPastSeeds,
  listReceipts,
  listRounds,
  type AnyBet,
  type Receipt,
} from '#contract/play.ts'
import { createCrashChain, crashOutcome } from '#rules/crash/crash.ts'
import { crashTimeOf } from '#rules/crash/crash-curve.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import type { Rate } from '#server/coins/convert-at.ts'
import { readConfig } from '#server/config/config.ts'
import type { AskedStep, Lapse } from '#rules/plan/bet.ts'
import type { TakenPart } from '#rules/plan/crash-bet.ts'
import { stateAfter } from '#server/play/known-players.ts'
import { planBet, planSharedBet, planSharedTaking, planStep } from '#server/play/plan-play.ts'
import { readBet } from '#server/play/play-requests.ts'
import { toBet, toReceipt, toRound, toSharedBet } from '#server/play/play-answers.ts'
import { drawnOf, type OpenRound, type SettledBet } from '#server/play/play-record.ts'
import type { PlayerState } from '#server/play/player-state.ts'
import type { Play, SignedReceipt } from '#server/play/post-plays.ts'
import type { OpenSharedBet, SettledSharedBet, SharedRound } from '#server/play/shared-record.ts'

/** One coin is a dollar. */
const rateOf = (coin: string): Rate => ({
  coin,
  decimals: 6,
  priceUsd: 10n ** 12n,
  pricedAt: new Date(0),
})
const COINS = ['usdt-tron', 'wif-solana'] as const
const NO_HASH = '0'.repeat(64)
const AT = Date.parse('2026-11-25T12:00:00.000Z')
const SALT = '0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4'
/** The multiplier at which bets of Crash are cashed out, in hundredths: all rounds reach it. */
const LOWEST_POINT = 101
const GAMES = createCrashChain('5'.repeat(64), 40)

type Settled = SettledBet | SettledSharedBet
type Open = OpenRound | OpenSharedBet

/** The end of a bet in Crash. */
export type CrashEnd = 'cash-out' | 'half' | 'crash' | 'void' | 'cancelled'

/** An attacker's changes to the answered lists. */
export interface Lies {
  bets?: (bets: readonly AnyBet[]) => readonly AnyBet[]
  receiptsOf?: (id: string, receipts: readonly Receipt[]) => readonly Receipt[]
  chain?: (receipts: readonly Receipt[]) => readonly Receipt[]
}

/**
 * A house with one player and without a database: the server's own rules plan, write and sign all bets, and the house
 * answers the app's reads.
 */
export function createPlannedHouse() {
  const { play: config, profile } = readConfig({})
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key: ReceiptKey = {
    kid: 'house',
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    from: '2026-11-01T00:00:00.000Z',
    until: null,
  }
  const sign = (text: string) => signBytes(null, Buffer.from(text), privateKey)
  const signer = { kid: key.kid, sign }
  const lies: Lies = {}
  const receipts: SignedReceipt[] = []
  const settled: Settled[] = []
  const pairs: { readonly ordinal: number; readonly serverSeed: string; betCount: number | null }[] = []
  const rounds = new Map<string, SharedRound & { readonly gameHash: string; isVoid: boolean }>()
  let now = AT
  let ids = 0
  let state: PlayerState = {
    uid: 1,
    revision: 0n,
    pair: null,
    nonce: 0,
    receipts: 0n,
    receiptHash: NO_HASH,
    betAt: {},
    rounds: [],
    shared: [],
    autoPlay: null,
    rights: { guard: '0', readAt: 0, refusal: null, hasLimits: false, otherAccounts: [], bonuses: [] },
  }
  const context = () => ({ config, rules: profile.play, now, player: 'a player', signer })

  function take<Bet extends Open | Settled>(play: Play<Bet>): Bet {
    state = stateAfter(play)
    receipts.push(play.receipt)
    if ('payout' in play.bet) settled.push(play.bet)
    now += 60_000
    return play.bet
  }

  const rotate = () => {
    const before = pairs.at(-1)
    if (before) before.betCount = state.nonce
    const ordinal = pairs.length + 1
    const serverSeed = `${ordinal}`.padStart(64, 'a')
    pairs.push({ ordinal, serverSeed, betCount: null })
    const pair = { ordinal, serverSeed, clientSeed: `client ${ordinal}`, hash: hashServerSeed(serverSeed) }
    state = { ...state, pair, nonce: 0, revision: state.revision + 1n }
  }

  const pairOf = (ordinal: number) => {
    const { serverSeed = '', betCount = null } = pairs[ordinal - 1] ?? {}
    const pair = { ordinal, hash: hashServerSeed(serverSeed), clientSeed: `client ${ordinal}` }
    return { pair, serverSeed: betCount === null ? null : serverSeed, decimals: 6 }
  }

  function shownBet(bet: Settled): AnyBet {
    if (!('sharedRound' in bet)) return toBet(bet, pairOf(bet.pair))
    const round = rounds.get(bet.sharedRound)
    if (!round) throw new Error('There is no such round')
    const end = round.isVoid
      ? { point: null, gameHash: round.gameHash, salt: null, beacon: undefined }
      : {
          point: crashOutcome(round.gameHash, SALT),
          gameHash: round.gameHash,
          salt: SALT,
          beacon: undefined,
        }
    return toSharedBet(bet, end, 6)
  }

  const receiptsOf = (bet: Open | Settled): readonly Receipt[] => {
    const own = bet.receipts.map((number) => toReceipt(receipts[Number(number) - 1] as SignedReceipt))
    return lies.receiptsOf?.(bet.id, own) ?? own
  }
  const byId = (bets: readonly (Open | Settled)[]) =>
    Object.fromEntries(bets.map((bet) => [bet.id, receiptsOf(bet)]))

  function list(query: Readonly<Record<string, string | undefined>>) {
    const begun = (bet: Settled) => Number(bet.receipts[0])
    const newest = [...settled].sort((a, b) => begun(b) - begun(a))
    const { serverSeedHash, coin } = query
    const found = newest
      .filter((bet) => coin === undefined || bet.coin === coin)
      .filter(
        (bet) =>
          serverSeedHash === undefined ||
          (!('sharedRound' in bet) && pairOf(bet.pair).pair.hash === serverSeedHash),
      )
    const from = query['after'] === undefined ? 0 : found.findIndex(({ id }) => id === query['after']) + 1
    // Pages of four, so that there are several.
    const page = found.slice(from, from + 4)
    const shown = page.map(shownBet)
    return {
      bets: lies.bets?.(shown) ?? shown,
      next: found.length > from + 4 ? (page.at(-1)?.id ?? null) : null,
      ...(query['receipts'] !== undefined && { receipts: byId(page) }),
    }
  }

  function chain({ serverSeedHash, after }: Readonly<Record<string, string | undefined>>) {
    const all = receipts.map(toReceipt)
    const isMeant = ({ receipt }: Receipt) =>
      serverSeedHash === undefined || receipt.includes(`"serverSeedHash":"${serverSeedHash}"`)
    const from = after === undefined ? Math.max(all.findIndex(isMeant), 0) : Number(after.split('-')[0])
    const end = all.findLastIndex(isMeant) + 1
    const page = all.slice(from, Math.min(from + 5, end))
    return { receipts: lies.chain?.(page) ?? page, next: from + 5 < end ? `${from + 5}-${end}` : null }
  }

  const pastPairs = () =>
    pairs
      .filter(({ betCount }) => betCount !== null)
      .map(({ ordinal, serverSeed, betCount }) => ({
        serverSeed,
        serverSeedHash: hashServerSeed(serverSeed),
        clientSeed: `client ${ordinal}`,
        betCount: betCount ?? 0,
        revealedAt: new Date(AT).toISOString(),
      }))
      .reverse()

  const call = (async (endpoint: Endpoint, { query = {} }: { readonly query?: object } = {}) => {
    await Promise.resolve()
    const asked = query as Readonly<Record<string, string | undefined>>
    switch (endpoint) {
      case getConfig:
        return { receiptKeys: [key] }
      case listBalances:
        return COINS.map((coin) => ({ coin, available: '100', locked: '0', pending: '0' }))
      case listBetLimits:
        return COINS.map((coin) => ({
          coin,
          decimals: 6,
          minStake: '0.01',
          maxStake: '1000',
          maxPayout: '100000',
        }))
      case listPastSeeds:
        return { pairs: pastPairs(), next: null }
      case getSeeds:
        return { ...pairOf(pairs.length).pair, serverSeedHash: null, nonce: 0, nextServerSeedHash: NO_HASH }
      case listRounds:
        return {
          rounds: state.rounds.map((round) =>
            toRound(
              round,
              drawnOf(round, state.pair ?? { serverSeed: '', clientSeed: '' }),
              pairOf(round.pair),
            ),
          ),
          receipts: byId([...state.rounds, ...state.shared]),
        }
      case listBets:
        return list(asked)
      case listReceipts:
        return chain(asked)
      case exportMore:
        return { items: [], next: null }
      default:
        throw new Error(`${endpoint.path} is not answered here`)
    }
  }) as ApiClient['call']

  rotate()
  return {
    key,
    call,
    lies,
    rotate,
    /** Signs a receipt that the rules would never write. */
    signText: (text: string): Receipt => ({
      receipt: text,
      kid: key.kid,
      signature: sign(text).toString('base64url'),
    }),
    /** All signed receipts, the oldest first. */
    receipts: (): readonly Receipt[] => receipts.map(toReceipt),
    /** Revealed pairs, the oldest first. */
    pairs: () => pastPairs().reverse(),
    bets: () => settled.map(shownBet),
    bet(game: string, params: object, coin: string = COINS[0]): OpenRound | SettledBet {
      const asked = readBet({ idempotencyKey: randomUUID(), game, stake: '1', params }, rateOf(coin))
      return take(planBet(state, { asked, rate: rateOf(coin) }, `${(ids += 1)}`, context()))
    },
    step(round: OpenRound, step: object | 'cash-out' | 'lapse'): OpenRound | SettledBet {
      const id = randomUUID()
      const asked: AskedStep | Lapse =
        step === 'lapse'
          ? { type: 'lapse' }
          : step === 'cash-out'
            ? { type: 'cash-out', key: id }
            : { type: 'step', key: id, step }
      const current = state.rounds.find((each) => each.id === round.id) ?? round
      return take(planStep(state, current, asked, rateOf(round.coin), context()))
    },
    crashBet(target: number | null = null, coin: string = COINS[0]): OpenSharedBet {
      const place = rounds.size + 1
      const round = {
        id: `${place}`,
        game: 'crash',
        chain: GAMES.commitment,
        place,
        startAt: null,
        point: null,
        gameHash: GAMES.gameHashes[place - 1] ?? '',
        isVoid: false,
      }
      rounds.set(round.id, round)
      const asked = {
        key: randomUUID(),
        game: round.game,
        coin,
        stake: 1_000_000n,
        target,
        autoPlay: null,
      }
      return take(planSharedBet(state, asked, rateOf(coin), round, `${(ids += 1)}`, context()))
    },
    /** Ends or continues a bet of Crash; `half` leaves the rest in. */
    crashEnd(bet: OpenSharedBet, end: CrashEnd): OpenSharedBet | SettledSharedBet {
      const round = rounds.get(bet.sharedRound)
      const open = state.shared.find(({ id }) => id === bet.id)
      if (!round || !open) throw new Error('The bet is not in')
      if (end === 'void') round.isVoid = true
      const point = end === 'void' || end === 'cancelled' ? null : crashOutcome(round.gameHash, SALT)
      const left = open.steps.reduce((rest, { share }) => rest - share, 100)
      const isBack = point === null
      const part: TakenPart = {
        share: end === 'half' ? 50 : left,
        point: isBack ? 100 : LOWEST_POINT,
        by: isBack ? 'refund' : 'player',
        arrivedMs: isBack ? null : Math.ceil(crashTimeOf(LOWEST_POINT)),
      }
      return take(
        planSharedTaking(
          state,
          open,
          {
            parts: end === 'crash' ? [] : [part],
            key: randomUUID(),
            endedBy: end === 'half' ? null : end,
          },
          { ...round, startAt: isBack ? null : now, point: end === 'half' ? null : point },
          rateOf(bet.coin),
          context(),
        ),
      )
    },
  }
}
export type PlannedHouse = ReturnType<typeof createPlannedHouse>
