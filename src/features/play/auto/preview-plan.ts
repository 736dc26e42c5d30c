import { crashResult, parseCrashParams, crashEdge } from '#rules/crash/crash.ts'
import { MULTIPLIER_SCALE, payoutOf, type Multiplier } from '#fair/multiplier.ts'
import type { RandomStream } from '#fair/stream.ts'
import {
  advance,
  firstProgress,
  type AutoPlayEnd,
  type AutoPlayProgress,
  type AutoPlaySettings,
  type Changing,
} from '#features/play/auto/auto-play.ts'
import type { BetGame, PlayLimits } from '#features/play/play-engine.ts'
import { rulesOf, type AnyRoundRules, type AnyRules, type BetParams, type PlayGame } from '#rules/games.ts'
import { maxStakeOf } from '#rules/stake-limits.ts'

/** Amounts in the coin's smallest unit. */
export interface PlanToPreview {
  readonly game: BetGame
  /**
   * The game's rules parse them. A game of several steps adds the plan of a whole round; Crash has the target, in
   * hundredths.
   */
  readonly params: unknown
  readonly settings: AutoPlaySettings
  readonly balance: bigint
  readonly limits: PlayLimits
}

/** Chances are from 0 to 1. */
export interface PlanPreview {
  readonly runs: number
  /** Simulated runs were cut off after this many bets; undefined when all came to their end. */
  readonly boundedAt: number | undefined
  readonly largestStake: bigint
  /** Chance that a run ends this way. */
  readonly endChance: Readonly<Partial<Record<AutoPlayEnd, number>>>
  /** Mean sum of the stakes of a run, and the house edge's share of it. */
  readonly expectedWagered: bigint
  readonly expectedCost: bigint
}

export const PREVIEW_BETS = 1_000
/** For the few runs that look for the largest stake. */
const SEARCH_BETS = 10_000

/** Simulates run by run, so that a worker can do it in slices. */
export interface PlanSimulation {
  run(): void
  preview(): PlanPreview
}

/** @throws FairnessError when the game refuses the parameters, or they lack the plan of a round */
export function simulatePlan(plan: PlanToPreview, stream: RandomStream): PlanSimulation {
  const { game, settings, balance, limits } = plan
  const { maxStake, edge, draw } =
    game === 'crash'
      ? crashChances(plan.params, limits, stream)
      : chancesOf(game, plan.params, limits, stream)
  /** The highest and the lowest multiplier seen. */
  const seen = { best: 0, worst: Number.MAX_SAFE_INTEGER }
  const ends: Partial<Record<AutoPlayEnd, number>> = {}
  let runs = 0
  let bounded = 0
  let wagered = 0n
  let largestStake = 0n

  const progressAtStart = firstProgress(settings)
  const bet = { stake: 0n, payout: 0n }
  const room = { minStake: limits.minStake, maxStake, balance }

  function take(progress: Changing<AutoPlayProgress>, multiplier: Multiplier): AutoPlayEnd | undefined {
    const { stake } = progress
    if (stake > largestStake) largestStake = stake
    bet.stake = stake
    bet.payout = payoutOf(stake, multiplier)
    room.balance = balance + progress.net + bet.payout - stake
    return advance(settings, progress, bet, room)
  }

  /** Chance seldom meets the worst row of results, so this one chooses the results. */
  function search(choose: Search): void {
    let progress = { ...progressAtStart }
    for (let count = 0; count < SEARCH_BETS; count += 1) {
      const ways = [seen.worst, seen.best].map((multiplier) => {
        const after = { ...progress }
        return { after, isOver: take(after, multiplier) !== undefined }
      })
      const [worst, best] = ways
      const chosen = worst && best && choose(worst, best, count)
      if (!chosen || chosen.isOver) return
      progress = chosen.after
    }
  }

  return {
    run() {
      const progress = { ...progressAtStart }
      runs += 1
      for (let count = 0; count < PREVIEW_BETS; count += 1) {
        const multiplier = draw(progress.stake)
        if (multiplier > seen.best) seen.best = multiplier
        if (multiplier < seen.worst) seen.worst = multiplier
        wagered += progress.stake
        const end = take(progress, multiplier)
        if (end === undefined) continue
        ends[end] = (ends[end] ?? 0) + 1
        return
      }
      bounded += 1
    },
    preview() {
      if (runs > 0) SEARCHES.forEach(search)
      const share = (count: number) => (runs === 0 ? 0 : count / runs)
      const expectedWagered = runs === 0 ? 0n : wagered / BigInt(runs)
      return {
        runs,
        boundedAt: bounded > 0 ? PREVIEW_BETS : undefined,
        largestStake,
        endChance: Object.fromEntries(Object.entries(ends).map(([end, count]) => [end, share(count)])),
        expectedWagered,
        expectedCost: shareOfUnits(expectedWagered, edge),
      }
    },
  }
}

export function previewPlan(plan: PlanToPreview, stream: RandomStream, runs: number): PlanPreview {
  const simulation = simulatePlan(plan, stream)
  for (let count = 0; count < runs; count += 1) simulation.run()
  return simulation.preview()
}

interface Way {
  readonly after: AutoPlayProgress
  readonly isOver: boolean
}
type Search = (worst: Way, best: Way, count: number) => Way

/** Always the worst, always the best, both in turn, and the one that leads to the larger stake. */
const SEARCHES: readonly Search[] = [
  (worst) => worst,
  (_, best) => best,
  (worst, best, count) => (count % 2 === 0 ? worst : best),
  (worst, best) => {
    if (worst.isOver || best.isOver) return worst.isOver ? best : worst
    return best.after.stake > worst.after.stake ? best : worst
  },
]

interface Chances {
  readonly maxStake: bigint
  readonly edge: number
  /** Multiplier of one bet. */
  draw(stake: bigint): Multiplier
}

function chancesOf(game: PlayGame, asked: unknown, limits: PlayLimits, stream: RandomStream): Chances {
  const rules = rulesOf(game as string)
  const params = rules.parseParams(asked)
  return {
    maxStake: maxStakeOf({ game, params } as BetParams, limits),
    edge: rules.edge(params),
    draw: drawer(rules, asked, params, limits.maxPayout, stream),
  }
}

function crashChances(asked: unknown, { maxStake, maxPayout }: PlayLimits, stream: RandomStream): Chances {
  const { target } = parseCrashParams(asked)
  const payable = (maxPayout * 100n) / BigInt(target)
  return {
    maxStake: payable < maxStake ? payable : maxStake,
    edge: crashEdge(target),
    draw: () =>
      crashResult(Math.floor(stream.next() * 2 ** 32)) >= target ? (target * MULTIPLIER_SCALE) / 100 : 0,
  }
}

/** Multiplier of one bet, drawn as an engine draws it. */
function drawer(
  rules: AnyRules,
  asked: unknown,
  params: unknown,
  maxPayout: bigint,
  stream: RandomStream,
): (stake: bigint) => Multiplier {
  if (rules.kind === 'instant') return () => rules.multiplier(params, rules.draw(stream, params))
  const steps = rules.parsePlan(asked) ?? []
  return (stake) => playRound(rules, params, steps, stake, maxPayout, stream)
}

/** A whole round: its steps in order, cashed out after the last, or before one that could pay too much. */
function playRound(
  rules: AnyRoundRules,
  params: unknown,
  plan: readonly unknown[],
  stake: bigint,
  maxPayout: bigint,
  stream: RandomStream,
): Multiplier {
  const outcome = rules.draw(stream, params)
  const steps: unknown[] = []
  const position = { params, outcome, steps }
  for (const step of plan) {
    if (payoutOf(stake, rules.valueAfter(position, step)) > maxPayout) break
    const multiplier = rules.take(position, step)
    if (multiplier !== undefined) return multiplier
    steps.push(step)
  }
  return rules.value(position) ?? MULTIPLIER_SCALE
}

const PARTS = 1_000_000_000n

function shareOfUnits(units: bigint, share: number): bigint {
  return (units * BigInt(Math.round(share * Number(PARTS)))) / PARTS
}

/** Three significant digits: a simulation is no more exact. */
const DIGITS = 3

export function roundedUnits(units: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, units.toString().length - DIGITS))
  return ((units + step / 2n) / step) * step
}
