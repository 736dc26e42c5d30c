import { koiBody, koiSpot } from '#ui/art/koi-drawing.ts'
import koiInRing from './win-koi.svg'

const WIDTH = 1200
const HEIGHT = 630
const RING = { x: 300, y: 322, size: 470 }
const MIDDLE = 800
const LINE_WIDTH = 640

/** All of it stands on the card, too. */
export interface WinFacts {
  readonly title: string
  readonly amount: string
  readonly coin: string
  readonly multiple: string
  readonly stake: string
  readonly proof: string
  readonly isVerified: boolean
}

/** Draws the picture of a win on the device; undefined where the browser cannot. */
export async function drawWinPicture(facts: WinFacts): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  const koi = new Image()
  koi.src = koiInRing
  await koi.decode()
  const family = getComputedStyle(document.documentElement).getPropertyValue('--font')
  drawPond(pen)
  const { x, y, size } = RING
  pen.drawImage(koi, x - size / 2, y - size / 2, size, size)
  drawFacts(pen, facts, family)
  drawMark(pen, family)
  return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}

function drawPond(pen: CanvasRenderingContext2D): void {
  const ground = pen.createLinearGradient(0, 0, WIDTH * 0.4, HEIGHT)
  ground.addColorStop(0, '#1f5552')
  ground.addColorStop(0.5, '#12303a')
  ground.addColorStop(1, '#0c141c')
  pen.fillStyle = ground
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  const { x, y } = RING
  drawRays(pen, x, y)
  const glow = pen.createRadialGradient(x, y, 40, x, y, 480)
  glow.addColorStop(0, 'rgb(255 206 110 / 0.5)')
  glow.addColorStop(1, 'rgb(255 206 110 / 0)')
  pen.fillStyle = glow
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  drawWater(pen)
  pen.strokeStyle = 'rgb(255 201 77 / 0.55)'
  pen.lineWidth = 3
  pen.beginPath()
  pen.roundRect(22, 22, WIDTH - 44, HEIGHT - 44, 36)
  pen.stroke()
}

function drawRays(pen: CanvasRenderingContext2D, x: number, y: number): void {
  const rays = 16
  const light = pen.createRadialGradient(x, y, 100, x, y, 620)
  light.addColorStop(0, 'rgb(255 206 110 / 0.3)')
  light.addColorStop(1, 'rgb(255 206 110 / 0)')
  pen.fillStyle = light
  for (let ray = 0; ray < rays; ray += 1) {
    const angle = (ray / rays) * 2 * Math.PI
    pen.beginPath()
    pen.moveTo(x, y)
    pen.arc(x, y, 640, angle, angle + Math.PI / rays / 1.2)
    pen.fill()
  }
}

function drawWater(pen: CanvasRenderingContext2D): void {
  pen.strokeStyle = 'rgb(53 214 164 / 0.16)'
  pen.lineWidth = 3
  for (const [row, y] of [500, 538, 576].entries()) {
    pen.beginPath()
    pen.moveTo(60 + row * 30, y)
    for (let x = 60 + row * 30; x < WIDTH - 90; x += 80) {
      pen.quadraticCurveTo(x + 20, y - 12, x + 40, y)
      pen.quadraticCurveTo(x + 60, y + 12, x + 80, y)
    }
    pen.stroke()
  }
}

function drawFacts(pen: CanvasRenderingContext2D, facts: WinFacts, family: string): void {
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  write(pen, facts.title, { y: 172, size: 42, weight: 750, family, ink: '#ffe2a0' })
  const gold = pen.createLinearGradient(0, 190, 0, 330)
  gold.addColorStop(0, '#fff6cf')
  gold.addColorStop(0.6, '#ffc94d')
  gold.addColorStop(1, '#f59a1d')
  write(pen, facts.amount, { y: 318, size: 150, weight: 850, family, ink: gold })
  drawLine(pen, facts, family)
  write(pen, facts.proof, {
    y: 476,
    size: 28,
    weight: 650,
    family,
    ink: facts.isVerified ? '#35d6a4' : '#c9d6df',
  })
}

/** Coin, multiple and stake beside each other. */
function drawLine(pen: CanvasRenderingContext2D, { coin, multiple, stake }: WinFacts, family: string): void {
  const y = 396
  const gap = 26
  const parts = [
    { text: coin, font: `750 34px ${family}`, pad: 0, ink: '#f3f6f9' },
    { text: multiple, font: `850 36px ${family}`, pad: 26, ink: '#2a1a00' },
    { text: stake, font: `600 32px ${family}`, pad: 0, ink: '#c9d6df' },
  ].map((part) => {
    pen.font = part.font
    return { ...part, width: pen.measureText(part.text).width + 2 * part.pad }
  })
  let x = MIDDLE - (parts.reduce((sum, { width }) => sum + width, 0) + gap * (parts.length - 1)) / 2
  for (const { text, font, pad, ink, width } of parts) {
    if (pad > 0) {
      pen.fillStyle = '#ffc94d'
      pen.beginPath()
      pen.roundRect(x, y - 44, width, 62, 31)
      pen.fill()
    }
    pen.font = font
    pen.fillStyle = ink
    pen.fillText(text, x + width / 2, y)
    x += width + gap
  }
}

interface Lettering {
  readonly y: number
  readonly size: number
  readonly weight: number
  readonly family: string
  readonly ink: string | CanvasGradient
}

/** A line that would be too wide is written smaller. */
function write(pen: CanvasRenderingContext2D, text: string, { y, size, weight, family, ink }: Lettering) {
  pen.font = `${weight} ${size}px ${family}`
  const { width } = pen.measureText(text)
  if (width > LINE_WIDTH) pen.font = `${weight} ${Math.floor((size * LINE_WIDTH) / width)}px ${family}`
  pen.fillStyle = ink
  pen.fillText(text, MIDDLE, y)
}

function drawMark(pen: CanvasRenderingContext2D, family: string): void {
  const orange = pen.createLinearGradient(-31, -31, 31, 31)
  orange.addColorStop(0, '#ffab5e')
  orange.addColorStop(1, '#ff4f14')
  const light = '#f3f6f9'
  pen.save()
  pen.translate(1024, 558)
  for (const [body, spot] of [
    [orange, light],
    [light, orange],
  ] as const) {
    pen.fillStyle = body
    pen.fill(new Path2D(koiBody))
    pen.fillStyle = spot
    pen.fill(new Path2D(koiSpot))
    pen.rotate(Math.PI)
  }
  pen.restore()
  pen.font = `800 48px ${family}`
  pen.textAlign = 'start'
  pen.fillStyle = light
  pen.fillText('koi', 1066, 574)
}
