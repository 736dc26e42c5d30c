import { createCrashChain, crashOutcome, crashCashOutAt } from '#rules/crash/crash.ts'
import type { CrashPaidPart } from '#rules/crash/crash-payment.ts'
import { payoutOf } from '#fair/multiplier.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import {
  crashAutoOf,
  crashEndOf,
  crashPartsMultiplier,
  crashPointAt,
  crashShareLeft,
  crashTimeOf,
} from '#rules/crash/crash-curve.ts'

/** Pseudorandom numbers from 0 to 1, repeatable by the seed. */
function randomOf(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Adds up the payouts of the parts as the server does. */
export function paidBy(bet: SettledCrashBet, change: Partial<SettledCrashBet>): SettledCrashBet {
  const changed = { ...bet, ...change }
  const multiplier = crashPartsMultiplier(changed.steps)
  return { ...changed, multiplier, payout: payoutOf(changed.stake, multiplier) }
}

const SALT = 'a salt'
const { gameHashes } = createCrashChain('c'.repeat(64), 2_000)

/** Bets with every cause and end, decided by the server's rules (server/crash). */
export function serverBets(seed: number, count: number): SettledCrashBet[] {
  const random = randomOf(seed)
  const chance = (share: number) => random() < share
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  return Array.from({ length: count }, (_, index) => {
    const gameHash = gameHashes[index % gameHashes.length] ?? ''
    const point = crashOutcome(gameHash, SALT)
    const near = between(101, Math.max(101, Math.min(point + 150, 1_000_000)))
    const params = { target: chance(0.4) ? null : near, cap: chance(0.2) ? near : between(101, 1_000_000) }
    const steps: CrashPaidPart[] = []
    const auto = crashAutoOf(params)
    const left = () => crashShareLeft(steps)
    const isCancelled = chance(0.05)
    const isVoid = chance(0.05)
    const isAdopted = chance(0.15)
    const isGivenBack = isAdopted && chance(0.5)
    const out = (share: number, at: number, by: CrashPaidPart['by'], arrivedMs: number | null) =>
      void steps.push({ share, point: at, by, arrivedMs })

    const presses = isCancelled || isVoid ? 0 : between(0, 2)
    for (let press = 0; press < presses && left() > 0; press += 1) {
      const ms = between(0, Math.ceil(crashEndOf(point)))
      const shown = crashCashOutAt(ms, point)
      if (auto.point <= point && crashTimeOf(auto.point) <= ms) out(left(), auto.point, auto.by, null)
      else if (shown !== undefined) out(Math.min(chance(0.6) ? 50 : 100, left()), shown, 'player', ms)
    }
    let endedBy: SettledCrashBet['endedBy'] = isCancelled ? 'cancelled' : isVoid ? 'void' : 'cash-out'
    if (isCancelled || isVoid) out(100, 100, 'refund', null)
    else if (left() > 0 && auto.point <= point)
      out(left(), auto.point, isAdopted ? 'takeover' : auto.by, null)
    else if (left() > 0) {
      endedBy = isGivenBack ? 'void' : 'crash'
      if (isGivenBack) out(left(), 100, 'refund', null)
    }
    const bet: SettledCrashBet = {
      id: String(index + 1),
      game: 'crash',
      params,
      stake: BigInt(between(1, 2 ** 31)),
      time: 0,
      coin: 'usdt-tron',
      symbol: 'USDT',
      decimals: 6,
      isDemo: false,
      multiplier: 0,
      payout: 0n,
      outcome: isVoid ? null : point,
      steps,
      endedBy,
      seeds: { round: String(index + 1), gameHash, salt: isVoid ? null : SALT },
    }
    return paidBy(bet, {})
  })
}

function withPart(
  bet: SettledCrashBet,
  isLike: (part: CrashPaidPart) => boolean,
  change: (part: CrashPaidPart) => Partial<CrashPaidPart>,
): SettledCrashBet | undefined {
  const place = bet.steps.findIndex(isLike)
  const steps = bet.steps.map((part, index) => (index === place ? { ...part, ...change(part) } : part))
  return place < 0 ? undefined : paidBy(bet, { steps })
}

const isPress = ({ by }: CrashPaidPart) => by === 'player'
const isAuto = ({ by }: CrashPaidPart) => by === 'target' || by === 'cap' || by === 'takeover'
const isRefund = ({ by }: CrashPaidPart) => by === 'refund'
const withoutAuto = (bet: SettledCrashBet) =>
  bet.steps.some(isAuto) ? bet.steps.filter((part) => !isAuto(part)) : undefined

/** Wrong payments whose other fields are consistent. Undefined if the bet cannot be paid wrongly in this way. */
export const WRONG_PAYMENTS: Readonly<Record<string, (bet: SettledCrashBet) => SettledCrashBet | undefined>> =
  {
    'an automatic cash-out is lost': (bet) => {
      const steps = withoutAuto(bet)
      return steps && paidBy(bet, { steps, endedBy: 'crash' })
    },
    'an automatic cash-out is only given back': (bet) => {
      const steps = withoutAuto(bet)
      const back: CrashPaidPart = { share: 0, point: 100, by: 'refund', arrivedMs: null }
      return (
        steps &&
        paidBy(bet, { steps: [...steps, { ...back, share: crashShareLeft(steps) }], endedBy: 'void' })
      )
    },
    'an automatic cash-out is lost, and the end left out': (bet) => {
      const steps = withoutAuto(bet)
      return steps && paidBy(bet, { steps, endedBy: 'crash', outcome: null })
    },
    'an automatic cash-out pays 0.01 less': (bet) =>
      withPart(bet, isAuto, ({ point }) => ({ point: point - 1 })),
    'an automatic cash-out pays 0.01 more': (bet) =>
      withPart(bet, isAuto, ({ point }) => ({ point: point + 1 })),
    'an automatic cash-out is said to have come as a press': (bet) =>
      withPart(
        bet,
        (part) => part.by === 'target' || part.by === 'cap',
        () => ({ point: 100, arrivedMs: 1 }),
      ),
    'a target above the end is paid': (bet) =>
      bet.endedBy === 'crash'
        ? paidBy(bet, {
            steps: [
              ...bet.steps,
              { share: crashShareLeft(bet.steps), ...crashAutoOf(bet.params), arrivedMs: null },
            ],
            endedBy: 'cash-out',
          })
        : undefined,
    'a press pays 0.01 less': (bet) => withPart(bet, isPress, ({ point }) => ({ point: point - 1 })),
    'a press pays 0.01 more': (bet) => withPart(bet, isPress, ({ point }) => ({ point: point + 1 })),
    'a press comes before the curve': (bet) => withPart(bet, isPress, () => ({ arrivedMs: -1, point: 100 })),
    'a press comes after the end': (bet) => {
      const arrivedMs = Math.ceil(crashEndOf(bet.outcome ?? 100))
      return withPart(bet, isPress, () => ({ arrivedMs, point: crashPointAt(arrivedMs) }))
    },
    'a press comes in the moment of the end': (bet) => {
      const arrivedMs = crashEndOf(bet.outcome ?? 100)
      return withPart(bet, isPress, () => ({ arrivedMs, point: bet.outcome ?? 100 }))
    },
    'a press comes after the automatic cash-out': (bet) => {
      const { point } = crashAutoOf(bet.params)
      const arrivedMs = crashTimeOf(point)
      return bet.outcome !== null && point <= bet.outcome
        ? withPart(bet, isPress, () => ({ arrivedMs, point }))
        : undefined
    },
    'a press is not said to have come': (bet) => withPart(bet, isPress, () => ({ arrivedMs: null })),
    'a part is paid twice': (bet) => {
      const last = bet.steps.at(-1)
      return last && bet.endedBy !== 'crash' ? paidBy(bet, { steps: [...bet.steps, last] }) : undefined
    },
    'a part is neither paid nor lost': (bet) =>
      bet.endedBy === 'crash' ? undefined : paidBy(bet, { steps: bet.steps.slice(0, -1) }),
    'a part is given back at another point': (bet) => withPart(bet, isRefund, () => ({ point: 99 })),
    'a part is given back after a crash': (bet) =>
      bet.steps.some(isRefund) ? { ...bet, endedBy: 'crash' } : undefined,
    'a payout is one unit less': (bet) => (bet.payout > 0n ? { ...bet, payout: bet.payout - 1n } : undefined),
    'a payout is one unit more': (bet) => ({ ...bet, payout: bet.payout + 1n }),
    'a multiplier is less than its parts': (bet) =>
      bet.multiplier > 0 ? { ...bet, multiplier: bet.multiplier - 1 } : undefined,
  }
