/** The features that differ between players. */
export interface AvatarDrawing {
  water: readonly [deep: string, light: string]
  body: string
  /** Rotation of the koi in degrees. */
  turn: number
  isMirrored: boolean
  spots: readonly { x: number; y: number; r: number; fill: string }[]
  ripple: { x: number; y: number; r: number }
}

/** A non-empty list. */
type Choice<T> = readonly [T, ...T[]]

const WATERS: Choice<readonly [deep: string, light: string]> = [
  ['#0f2b36', '#1f6a6b'],
  ['#131f3d', '#2f5d9e'],
  ['#10302a', '#2b8a63'],
  ['#2a1638', '#7a4a9c'],
  ['#2b1d16', '#9a6238'],
  ['#1a2330', '#5a7490'],
]
/** Real breeds of koi: the body, and possible colours of its spots. */
const KOI: Choice<{ body: string; spots: Choice<string> }> = [
  { body: '#fff4ea', spots: ['#ff5a1f'] },
  { body: '#ff7a35', spots: ['#fff4ea'] },
  { body: '#ffc94d', spots: ['#f2450d', '#ffe9b0'] },
  { body: '#22262e', spots: ['#ff5a1f', '#fff4ea'] },
  { body: '#fff4ea', spots: ['#22262e', '#ff5a1f'] },
  { body: '#cfd8e3', spots: ['#3a4a5b', '#8fa3b8'] },
]

/** Points along the back of the koi in `koi-drawing.ts`, tail to head. */
const BACK = [
  [15, -24],
  [20, -15],
  [22, -4],
  [17, 7],
  [8, 14],
  [-2, 18],
] as const

/** Deterministic: a number always gets the same drawing. */
export function avatarDrawing(uid: number): AvatarDrawing {
  const draw = generator(uid)
  const pick = <T>(list: Choice<T>): T => list[Math.floor(draw() * list.length)] ?? list[0]
  const water = pick(WATERS)
  const koi = pick(KOI)
  const spots = BACK.filter(() => draw() < 0.62).map(([x, y]) => ({
    x: round(x + draw() * 5 - 2.5),
    y: round(y + draw() * 5 - 2.5),
    r: round(2.5 + draw() * 4),
    fill: pick(koi.spots),
  }))
  return {
    water,
    body: koi.body,
    turn: Math.floor(draw() * 24) * 15,
    isMirrored: draw() < 0.5,
    spots,
    ripple: { x: round(draw() * 40 - 20), y: round(draw() * 40 - 20), r: round(14 + draw() * 14) },
  }
}

const round = (value: number) => Math.round(value * 10) / 10

/** Mulberry32 (public domain): pseudo-random numbers in [0, 1). */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
