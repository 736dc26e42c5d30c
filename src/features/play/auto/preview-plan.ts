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

/** A plan and what it would begin with. Amounts in the coin's smallest unit. */
export interface PlanToPreview {
  readonly game: BetGame
  /**
   * As the game's rules read them; those of a game of several steps with the plan of a whole round, and of Crash the
   * target, in hundredths.
   */
  readonly params: unknown
  readonly settings: AutoPlaySettings
  readonly balance: bigint
  readonly limits: PlayLimits
}

/** What the runs simulated so far came to. Chances are from 0 to 1. */
export interface PlanPreview {
  readonly runs: number
  /** Runs were not followed beyond so many bets; undefined when all came to their end. */
  readonly boundedAt: number | undefined
  readonly largestStake: bigint
  /** That a run ends so. */
  readonly endChance: Readonly<Partial<Record<AutoPlayEnd, number>>>
  /** Mean of what a run bets, and the edge's share of it. */
  readonly expectedWagered: bigint
  readonly expectedCost: bigint
}

/** Bets of one run that are followed. */
export const PREVIEW_BETS = 1_000
/** Of the few runs that look for the largest stake. */
const SEARCH_BETS = 10_000

/** Simulates a plan run by run, so that a worker can do it in slices. */
export interface PlanSimulation {
  run(): void
  preview(): PlanPreview
}

/** @throws FairnessError when the parameters are none of the game, or hold no plan of a round where it needs one */
export function simulatePlan(plan: PlanToPreview, stream: RandomStream): PlanSimulation {
  const { game, settings, balance, limits } = plan
  const { maxStake, edge, draw } =
    game === 'crash'
      ? crashChances(plan.params, limits, stream)
      : chancesOf(game, plan.params, limits, stream)
  /** The multipliers seen that pay most and least. */
  const seen = { best: 0, worst: Number.MAX_SAFE_INTEGER }
  const ends: Partial<Record<AutoPlayEnd, number>> = {}
  let runs = 0
  let bounded = 0
  let wagered = 0n
  let largestStake = 0n

  const progressAtStart = firstProgress(settings)
  const bet = { stake: 0n, payout: 0n }
  const room = { minStake: limits.minStake, maxStake, balance }

  /** Takes a run on by one bet that pays this, as if it had been played. */
  function take(progress: Changing<AutoPlayProgress>, multiplier: Multiplier): AutoPlayEnd | undefined {
    const { stake } = progress
    if (stake > largestStake) largestStake = stake
    bet.stake = stake
    bet.payout = payoutOf(stake, multiplier)
    room.balance = balance + progress.net + bet.payout - stake
    return advance(settings, progress, bet, room)
  }

  /** Chance alone seldom meets the worst row of results: follows those that a search chooses. */
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

/** The same in one go. */
export function previewPlan(plan: PlanToPreview, stream: RandomStream, runs: number): PlanPreview {
  const simulation = simulatePlan(plan, stream)
  for (let count = 0; count < runs; count += 1) simulation.run()
  return simulation.preview()
}

interface Way {
  readonly after: AutoPlayProgress
  readonly isOver: boolean
}
/** Picks between the worst and the best result of a bet. */
type Search = (worst: Way, best: Way, count: number) => Way

/** Always the worst, always the best, both in turn, and whichever leads to the larger stake. */
const SEARCHES: readonly Search[] = [
  (worst) => worst,
  (_, best) => best,
  (worst, best, count) => (count % 2 === 0 ? worst : best),
  (worst, best) => {
    if (worst.isOver || best.isOver) return worst.isOver ? best : worst
    return best.after.stake > worst.after.stake ? best : worst
  },
]

/** What the runs of a plan are simulated with. */
interface Chances {
  readonly maxStake: bigint
  readonly edge: number
  /** What one bet of a stake is multiplied by. */
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

/** Each bet goes out at the target, or is lost. */
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

/** What one bet of a stake is multiplied by, drawn as an engine draws it. */
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

/** A share from 0 to 1 of an amount. */
function shareOfUnits(units: bigint, share: number): bigint {
  return (units * BigInt(Math.round(share * Number(PARTS)))) / PARTS
}

/** Three digits that count: what was simulated is known no better. */
const DIGITS = 3

/** An amount to three significant digits. */
export function roundedUnits(units: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, units.toString().length - DIGITS))
  return ((units + step / 2n) / step) * step
}
