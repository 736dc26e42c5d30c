/** Pale ones would be lost on a light page. */
const PETAL_COLOURS = {
  dark: ['#ff8fab', '#ffb3c4', '#ffd9e2', '#ffa27a'],
  light: ['#f0668c', '#ff8fab', '#f58ea6', '#f2814f'],
} as const
const PETAL = 'M0-10C7-8 9 2 0 10-9 2-7-8 0-10Z'
const COIN_SIGN = 'M0-7L9 0 0 7-9 0Z'
const SPRITE = 24
/** Sprites are drawn once, larger than they are shown. */
const SPRITE_SCALE = 2
/** Pixels of the canvas for one CSS pixel: what flies is never looked at closely. */
const MOST_PIXELS = 1.5
/** The end of the time, in which everything fades. */
const FADE_SHARE = 0.35
const GRAVITY = 900
/** From the middle of a small burst to the edge of its canvas. */
const NEAR = 190

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Burst {
  readonly from: Point
  /** The first coins fly there. */
  readonly to: Point | undefined
  readonly petals: number
  readonly coins: number
  readonly milliseconds: number
}

interface Particle {
  readonly sprite: CanvasImageSource
  readonly size: number
  readonly velocity: Point
  readonly turn: number
  readonly turnSpeed: number
  readonly flipSpeed: number
  /** Where a coin flies to, and the share of the time after which it starts. */
  readonly target: { readonly at: Point; readonly delay: number } | undefined
}

/**
 * Throws petals and coins in a canvas of their own over the page, which goes with them.
 * @returns takes them away at once
 */
export function throwPetals(burst: Burst): () => void {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return () => undefined
  const scale = Math.min(devicePixelRatio, MOST_PIXELS)
  const { left, top, width, height } = areaOf(burst)
  canvas.width = width * scale
  canvas.height = height * scale
  canvas.ariaHidden = 'true'
  canvas.dataset.testid = 'win-petals'
  canvas.style.cssText = `position:fixed;left:${left}px;top:${top}px;width:${width}px;height:${height}px;z-index:40;pointer-events:none`
  // Nothing outside of it is seen in full screen.
  const page = document.fullscreenElement ?? document.body
  page.append(canvas)
  const particles = particlesOf(burst)
  const startedAt = performance.now()
  let frame = 0
  const end = () => {
    cancelAnimationFrame(frame)
    canvas.remove()
  }
  const draw = () => {
    const time = (performance.now() - startedAt) / burst.milliseconds
    if (time >= 1) return end()
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, canvas.width, canvas.height)
    for (const particle of particles)
      drawParticle(pen, particle, { burst, time: Math.max(0, time), scale, left, top })
    frame = requestAnimationFrame(draw)
  }
  draw()
  return end
}

/** A few petals stay near: a small canvas costs less. */
function areaOf({ from, coins }: Burst): { left: number; top: number; width: number; height: number } {
  if (coins > 0) return { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight }
  return { left: from.x - NEAR, top: from.y - NEAR, width: 2 * NEAR, height: 2 * NEAR }
}

interface Frame {
  readonly burst: Burst
  readonly time: number
  readonly scale: number
  /** The corner of the canvas in the window. */
  readonly left: number
  readonly top: number
}

function drawParticle(
  pen: CanvasRenderingContext2D,
  particle: Particle,
  { burst, time, scale, left, top }: Frame,
): void {
  const seconds = (time * burst.milliseconds) / 1_000
  const place = placeOf(particle, burst, time)
  if (!place) return
  const { size, turn, turnSpeed, flipSpeed, sprite } = particle
  const width = size * place.shrink
  pen.globalAlpha = place.alpha
  pen.setTransform(scale, 0, 0, scale, (place.x - left) * scale, (place.y - top) * scale)
  pen.rotate(turn + turnSpeed * seconds)
  // It turns about its own axis, too.
  pen.scale(0.25 + 0.75 * Math.abs(Math.cos(turn + flipSpeed * seconds)), 1)
  pen.drawImage(sprite, -width, -width, 2 * width, 2 * width)
}

function placeOf(
  { target, velocity }: Particle,
  { from, milliseconds }: Burst,
  time: number,
): (Point & { shrink: number; alpha: number }) | undefined {
  if (target) {
    const share = (time - target.delay) / (1 - target.delay - FADE_SHARE / 2)
    if (share < 0 || share > 1) return undefined
    const eased = share * share * (3 - 2 * share)
    const bend = { x: from.x + velocity.x * 0.4, y: from.y + velocity.y * 0.4 }
    return {
      x: bezier(from.x, bend.x, target.at.x, eased),
      y: bezier(from.y, bend.y, target.at.y, eased),
      shrink: 1 - 0.45 * eased,
      alpha: Math.min(1, (1 - share) * 8),
    }
  }
  const seconds = (time * milliseconds) / 1_000
  // The air slows what is light.
  const way = (1 - Math.exp(-2.6 * seconds)) / 2.6
  return {
    x: from.x + velocity.x * way,
    y: from.y + velocity.y * way + (GRAVITY * (seconds - way)) / 2.6,
    shrink: Math.min(1, 0.4 + seconds * 5),
    alpha: Math.min(1, (1 - time) / FADE_SHARE),
  }
}

const bezier = (from: number, bend: number, to: number, share: number) =>
  (1 - share) ** 2 * from + 2 * (1 - share) * share * bend + share ** 2 * to

function particlesOf({ petals, coins, to, milliseconds }: Burst): readonly Particle[] {
  const isLight = getComputedStyle(document.documentElement).colorScheme === 'light'
  const petalSprites = PETAL_COLOURS[isLight ? 'light' : 'dark'].map((colour) => kept(colour, petalSprite))
  const coin = kept('coin', coinSprite)
  const speed = 260 + milliseconds * 0.5
  const all: Particle[] = []
  for (let index = 0; index < petals + coins; index += 1) {
    const isCoin = index >= petals
    const nth = index - petals
    all.push({
      sprite: (isCoin ? coin : petalSprites[index % petalSprites.length]) ?? coin,
      size: SPRITE * (isCoin ? 0.52 + random(0.2) : 0.5 + random(0.45)),
      velocity: upwards(speed * (0.35 + random(1))),
      turn: random(2 * Math.PI),
      turnSpeed: random(6) - 3,
      flipSpeed: 3 + random(7),
      target: isCoin && to && nth < coins / 2 ? { at: to, delay: nth * 0.04 } : undefined,
    })
  }
  return all
}

/** Only for the look: no result depends on it. */
const random = (most: number) => Math.random() * most

function upwards(speed: number): Point {
  const angle = -Math.PI / 2 + (Math.random() - 0.5) * Math.PI * 1.5
  return { x: Math.cos(angle) * speed, y: Math.sin(angle) * speed }
}

function sprite(paint: (pen: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = 2 * SPRITE * SPRITE_SCALE
  canvas.height = canvas.width
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.scale(SPRITE_SCALE, SPRITE_SCALE)
  pen.translate(SPRITE, SPRITE)
  paint(pen)
  return canvas
}

const sprites = new Map<string, HTMLCanvasElement>()

function kept(name: string, make: (name: string) => HTMLCanvasElement): HTMLCanvasElement {
  const known = sprites.get(name) ?? make(name)
  sprites.set(name, known)
  return known
}

const petalSprite = (colour: string) =>
  sprite((pen) => {
    pen.scale(1.8, 1.8)
    const shade = pen.createLinearGradient(0, -10, 3, 10)
    shade.addColorStop(0, '#fff2f5')
    shade.addColorStop(0.35, colour)
    shade.addColorStop(1, colour)
    pen.fillStyle = shade
    pen.fill(new Path2D(PETAL))
  })

const coinSprite = () =>
  sprite((pen) => {
    pen.fillStyle = '#8f4b00'
    disc(pen, 20, 2.5)
    const metal = pen.createLinearGradient(-20, -20, 20, 20)
    metal.addColorStop(0, '#fff3bd')
    metal.addColorStop(0.5, '#ffc94d')
    metal.addColorStop(1, '#c97a05')
    pen.fillStyle = metal
    disc(pen, 20, 0)
    pen.globalAlpha = 0.8
    pen.strokeStyle = '#b56c07'
    pen.lineWidth = 2
    pen.beginPath()
    pen.arc(0, 0, 14.5, 0, 2 * Math.PI)
    pen.stroke()
    pen.fillStyle = '#b56c07'
    pen.fill(new Path2D(COIN_SIGN))
  })

function disc(pen: CanvasRenderingContext2D, radius: number, y: number): void {
  pen.beginPath()
  pen.arc(0, y, radius, 0, 2 * Math.PI)
  pen.fill()
}
