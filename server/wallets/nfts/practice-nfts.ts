import { createHash } from 'node:crypto'
import sharp from 'sharp'
import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import { withChecksum } from '#contract/evm-checksum.ts'
import type { NftHoldings } from '#contract/wallet.ts'

/** Spells "koi practice nft": nobody has its keys. */
const CONTRACT = v.parse(EvmAddressSchema, '0x6b6f6920707261637469636520000000006e6674')
export const PRACTICE_NAME = 'Practice Koi'
const HELD = 3
const NUMBERS = 9_999

interface PracticeWallet {
  readonly chainId: number
  readonly address: EvmAddress
}

/** The same for the same wallet. On a practice chain nobody can send NFTs. */
export function practiceNfts({ chainId, address }: PracticeWallet, now: number): NftHoldings {
  return {
    at: new Date(now).toISOString(),
    reach: { kind: 'all' },
    unanswered: 0,
    skipped: 0,
    collections: [
      {
        contract: withChecksum(CONTRACT),
        standard: 'erc721',
        isSpam: false,
        name: PRACTICE_NAME,
        symbol: 'PKOI',
        tokens: numbersOf({ chainId, address }).map((id) => ({ id: String(id), amount: '1' })),
        others: 0,
      },
    ],
  }
}

export const isPracticeNft = (contract: EvmAddress, id: bigint): boolean =>
  contract === CONTRACT && id >= 1n && id <= BigInt(NUMBERS)

export const holdsPracticeNft = (
  wallet: PracticeWallet,
  { contract, id }: { readonly contract: EvmAddress; readonly id: bigint },
): boolean => contract === CONTRACT && numbersOf(wallet).some((number) => BigInt(number) === id)

function numbersOf({ chainId, address }: PracticeWallet): number[] {
  const numbers = new Set<number>()
  for (let turn = 0; numbers.size < HELD; turn += 1) {
    const hash = createHash('sha256').update(`${chainId}/${address}/${turn}`).digest()
    numbers.add(1 + (hash.readUInt32BE() % NUMBERS))
  }
  return [...numbers]
}

const SIDE = 512
type Colour = readonly [number, number, number]
type Pair = readonly [Colour, Colour]
/** Deep and light water. */
const WATERS = [
  [
    [11, 48, 64],
    [38, 128, 140],
  ],
  [
    [26, 30, 70],
    [84, 92, 178],
  ],
  [
    [52, 22, 58],
    [150, 74, 128],
  ],
  [
    [14, 54, 40],
    [72, 150, 98],
  ],
] as const
/** Body and patches. */
const KOI = [
  [
    [250, 246, 238],
    [255, 90, 31],
  ],
  [
    [255, 150, 60],
    [250, 246, 238],
  ],
  [
    [240, 180, 41],
    [60, 40, 30],
  ],
  [
    [60, 66, 84],
    [255, 112, 67],
  ],
] as const

const pick = (pairs: readonly [Pair, ...Pair[]], byte: number): Pair => pairs[byte % pairs.length] ?? pairs[0]

/** A koi seen from above, as a PNG. */
export function drawPracticeNft(id: bigint): Promise<Buffer> {
  const seed = createHash('sha256').update(`practice koi ${id}`).digest()
  const part = (at: number) => seed.readUInt8(at) / 255
  const [deep, light] = pick(WATERS, seed.readUInt8(0))
  const [body, patch] = pick(KOI, seed.readUInt8(1))
  const turn = part(2) * 2 * Math.PI
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const patches = [3, 6, 9].map((at) => ({
    x: part(at) * 1.1 - 0.55,
    y: part(at + 1) * 0.3 - 0.15,
    r: 0.1 + part(at + 2) * 0.14,
  }))
  const pixels = Buffer.alloc(SIDE * SIDE * 3)
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      const [px, py] = [(2 * column) / SIDE - 1, (2 * row) / SIDE - 1]
      const x = px * cos + py * sin
      const side = py * cos - px * sin
      const y = Math.abs(side)
      const ripple = 0.06 * Math.sin(18 * Math.hypot(px - 0.5, py + 0.4))
      const share = Math.min(1, Math.max(0, 0.5 - 0.35 * px + 0.35 * py + ripple))
      const water = mix(light, deep, share)
      const width = x > -0.6 && x < 0.62 ? 0.24 * Math.sqrt(Math.sin((Math.PI * (x + 0.62)) / 1.3)) : 0
      const isTail = x <= -0.48 && x > -0.85 && y < (-0.42 - x) * 0.6 && y > (-0.62 - x) * 0.5
      const isFin = ((x - 0.12) / 0.2) ** 2 + ((y - 0.25) / 0.11) ** 2 < 1
      const isPatch = patches.some((each) => Math.hypot(x - each.x, side - each.y) < each.r)
      const colour =
        y < width
          ? mix(isPatch ? patch : body, deep, 0.35 * (y / width) ** 3)
          : isTail || isFin
            ? mix(body, water, 0.4)
            : water
      pixels.set(colour.map(Math.round), 3 * (row * SIDE + column))
    }
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()
}

const mix = (one: Colour, other: Colour, share: number): [number, number, number] => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]
