import sharp from 'sharp'
import type { WinWords } from './win-texts.ts'
import { LETTER_WIDTHS } from './letter-widths.ts'

/** Size of the letters in `og-letters.png`. */
const LETTER_PX = 128
/** Pixels that are free on both sides of each, and how far it may reach into them. */
const GAP = 16
const REACH = 12
const FIRST = 32
const TIMES = '×'

const MIDDLE = 800
const LINE_WIDTH = 610

type Ink = readonly [red: number, green: number, blue: number]
const GOLD_TOP: Ink = [255, 246, 207]
const GOLD: Ink = [255, 201, 77]
const GOLD_END: Ink = [245, 154, 29]
const PALE: Ink = [255, 226, 160]
const LIGHT: Ink = [243, 246, 249]

/** Bytes of `og-win.png` and `og-letters.png`, which `scripts/render-art.mjs` draws. */
interface WinArt {
  readonly ground: Buffer
  readonly letters: Buffer
}

/**
 * Draws a win as numbers, so that it is read in every language. Fonts of the machine and SVG are left out: libvips
 * decodes files of players in this process, and is not to know more formats for that.
 */
export async function drawWin({ ground, letters }: WinArt, words: WinWords): Promise<Buffer> {
  const { data, info } = await sharp(letters).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  const font = { pixels: data, width: info.width, height: info.height }
  const { game, payout, symbol, stake, multiple } = words
  const lines = [
    { text: game, top: 118, size: 46, inks: [PALE] },
    { text: payout, top: 182, size: 140, inks: [GOLD_TOP, GOLD, GOLD_END] },
    { text: `${symbol} = ${stake} × ${multiple}`, top: 354, size: 38, inks: [LIGHT] },
  ]
  const composed = await Promise.all(lines.map((line) => writeLine(font, line)))
  return sharp(ground).composite(composed).flatten().jpeg({ quality: 88 }).toBuffer()
}

interface Font {
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
}

interface Line {
  readonly text: string
  readonly top: number
  readonly size: number
  /** From the top of the letters to their foot. */
  readonly inks: readonly Ink[]
}

/** Smaller if it would be too wide. */
async function writeLine(font: Font, { text, top, size, inks }: Line) {
  const mask = maskOf(font, text)
  const usual = size / LETTER_PX
  const scale = Math.min(usual, LINE_WIDTH / mask.width)
  const [width, height] = [Math.max(1, Math.round(mask.width * scale)), Math.round(font.height * scale)]
  const raw = { width: mask.width, height: font.height, channels: 1 } as const
  const alpha = await sharp(mask.pixels, { raw })
    .resize(width, height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  const input = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    input.set(inkAt(inks, Math.floor(at / width) / height), 4 * at)
    input[4 * at + 3] = alpha[at] ?? 0
  }
  const lower = Math.round((font.height * (usual - scale)) / 2)
  return {
    input,
    raw: { width, height, channels: 4 as const },
    left: MIDDLE - Math.round(width / 2),
    top: top + lower,
  }
}

/** The letters beside each other, at the size in which they were drawn. */
function maskOf(font: Font, text: string) {
  const placed = [...text].map(placeOf)
  const width = placed.reduce((sum, [, each]) => sum + each, 2 * REACH)
  const pixels = Buffer.alloc(width * font.height)
  let x = REACH
  for (const [left, each] of placed) {
    for (let y = 0; y < font.height; y += 1) {
      for (let column = -REACH; column < each + REACH; column += 1) {
        const to = y * width + x + column
        pixels[to] = Math.max(pixels[to] ?? 0, font.pixels[y * font.width + left + column] ?? 0)
      }
    }
    x += each
  }
  return { pixels, width }
}

const LEFTS = LETTER_WIDTHS.map((_, index) =>
  LETTER_WIDTHS.slice(0, index).reduce((sum, width) => sum + width + 2 * GAP, GAP),
)

/** A blank for a letter that was not drawn. */
function placeOf(letter: string): readonly [left: number, width: number] {
  const index = letter === TIMES ? LETTER_WIDTHS.length - 1 : (letter.codePointAt(0) ?? 0) - FIRST
  return [LEFTS[index] ?? LEFTS[0] ?? 0, LETTER_WIDTHS[index] ?? LETTER_WIDTHS[0] ?? 0]
}

/** @param share 0 at the top of the line, 1 at its foot */
function inkAt(inks: readonly Ink[], share: number): Ink {
  const step = Math.min(Math.max(share - 0.25, 0) / 0.5, 0.999) * (inks.length - 1)
  const [one, other] = [inks[Math.floor(step)] ?? LIGHT, inks[Math.floor(step) + 1] ?? inks[0] ?? LIGHT]
  const part = step % 1
  return [0, 1, 2].map((of) =>
    Math.round((one[of] ?? 0) * (1 - part) + (other[of] ?? 0) * part),
  ) as unknown as Ink
}
