import { describe, expect, it } from 'vitest'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { MOST_BACK_BPS, rakebackBpsAt, shareOfEdge } from '#rules/rewards/edge-shares.ts'
import { levelOf } from '#rules/rewards/level.ts'
import { releasedBy } from '#server/bonuses/bonus-maths.ts'
import { REWARDS_DEFAULT } from '#server/config/rewards-config.ts'
import { edgeOf, inBasisPoints } from '#server/play/plan-play.ts'
import { SIMULATED_GAMES } from '../support/simulated-games.ts'
import { SIMULATED } from '../support/test-seed.ts'
import { paid } from './back-of.ts'

const RELEASE_BPS = 2_000
const FULL = 10_000
const DOLLAR = 10 ** 8
/** Multipliers in multiples of the stake, with their chances summed up. */
type Draw = readonly { readonly multiplier: number; readonly below: number }[]

/** Mulberry32. The seed is fixed, so that the result never changes by chance. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Account {
  wagered: bigint
  edge: bigint
  /** Edge up to which each kind was paid. */
  rakeback: bigint
  gift: bigint
  giftLevel: number
  referral: bigint
  wheel: bigint
  week: bigint
}
const opened = (): Account => ({
  wagered: 0n,
  edge: 0n,
  rakeback: 0n,
  gift: 0n,
  giftLevel: 1,
  referral: 0n,
  wheel: 0n,
  week: 0n,
})

describe(`${SIMULATED} bets of two accounts that invited each other, claim at any time and win every race`, () => {
  for (const game of PLAY_GAMES) {
    it(`in ${game} get back at most the share that is printed, and less than they lose`, () => {
      const { endings } = SIMULATED_GAMES[game]
      let sum = 0
      const draw: Draw = endings.map(({ multiplier, probability }) => ({
        multiplier: multiplier / FULL,
        below: (sum += probability),
      }))
      const comesBack =
        endings.reduce((all, { multiplier, probability }) => all + multiplier * probability, 0) / FULL
      const spread = Math.sqrt(
        endings.reduce(
          (all, { multiplier, probability }) => all + (multiplier / FULL) ** 2 * probability,
          0,
        ) -
          comesBack ** 2,
      )
      const edgeBps = inBasisPoints(1 - comesBack)
      const random = randomOf(game.length * 7_919)
      const accounts = [opened(), opened()] as const
      let [back, staked, returned, variance] = [0n, 0, 0, 0]
      for (let bet = 0; bet < SIMULATED; bet += 1) {
        const account = accounts[bet % 2] ?? accounts[0]
        const stake = Math.ceil(random() ** 3 * 100 * DOLLAR)
        const edge = edgeOf(BigInt(stake), edgeBps)
        account.wagered += BigInt(stake)
        account.edge += edge
        back += releasedBy(edge, RELEASE_BPS)
        const place = random()
        staked += stake
        returned += stake * (draw.find(({ below }) => place < below)?.multiplier ?? 0)
        variance += (stake * spread) ** 2
        if (random() < 0.02 || bet >= SIMULATED - 2) back += claimAll(account)
      }
      const edge = accounts[0].edge + accounts[1].edge
      expect(back * BigInt(FULL)).toBeLessThanOrEqual(edge * BigInt(MOST_BACK_BPS))
      // In one of three million runs by chance.
      const luck = 5 * Math.sqrt(variance)
      expect(returned + Number(back)).toBeLessThan(staked * (comesBack + (1 - comesBack) * 0.61) + luck)
    })
  }
})

/** Claims all that the account can. @returns 10⁻⁸ dollars */
function claimAll(account: Account): bigint {
  const { edge } = account
  const { level } = levelOf(account.wagered)
  let back = paid(shareOfEdge(edge - account.rakeback, rakebackBpsAt(level, REWARDS_DEFAULT)))
  back += paid(shareOfEdge(edge - account.referral, REWARDS_DEFAULT.referralBps))
  back += shareOfEdge(edge - account.wheel, REWARDS_DEFAULT.wheelBps)
  back += paid(shareOfEdge(edge - account.week, REWARDS_DEFAULT.racePrizeMostBps))
  if (level > account.giftLevel) {
    back += paid(shareOfEdge(edge - account.gift, REWARDS_DEFAULT.levelGiftBps))
    account.gift = edge
    account.giftLevel = level
  }
  account.rakeback = account.referral = account.wheel = account.week = edge
  return back
}
