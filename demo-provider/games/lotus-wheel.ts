import type { Random } from './random.ts'

/** A stake comes back that many times. */
export const WHEEL_SPOTS = [
  { spot: 'leaf', times: 2, segments: 24 },
  { spot: 'lotus', times: 4, segments: 12 },
  { spot: 'shell', times: 6, segments: 8 },
  { spot: 'koi', times: 12, segments: 4 },
  { spot: 'moon', times: 48, segments: 1 },
  { spot: 'dragonfly', times: 48, segments: 1 },
] as const

export type WheelSpot = (typeof WHEEL_SPOTS)[number]['spot']
export type WheelBets = Readonly<Partial<Record<WheelSpot, number>>>

/** The wheel clockwise: each spot is spread as evenly as its number allows. */
export const WHEEL: readonly WheelSpot[] = WHEEL_SPOTS.flatMap(({ spot, segments }, rank) =>
  Array.from({ length: segments }, (_, n) => ({
    spot,
    at: ((n + 0.5 + rank * 0.618) % segments) / segments,
  })),
)
  .toSorted((a, b) => a.at - b.at)
  .map(({ spot }) => spot)

export function spinWheel(bets: WheelBets, random: Random) {
  const segment = random(WHEEL.length)
  const spot = WHEEL[segment] ?? 'leaf'
  return { segment, spot, paid: (bets[spot] ?? 0) * timesOf(spot) }
}

const timesOf = (spot: WheelSpot) => WHEEL_SPOTS.find((each) => each.spot === spot)?.times ?? 0
