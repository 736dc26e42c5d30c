// Renders icons, splash screens and the social image from the drawings in src/ui/art. By hand, when a drawing changes:
// npx tsx scripts/render-art.mjs (uses pngquant if it is installed). With a part of a path only those files: npx tsx
// scripts/render-art.mjs mines/
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { chromiumArgs, ensureChromium } from './lib/chromium.mjs'
import { koiBody, koiFin, koiSpot } from '../src/ui/art/koi-drawing.ts'

const root = new URL('../', import.meta.url)
const at = (path) => new URL(path, root)
const ink = '#0a0e13'

const oneKoi = (fill, spot) =>
  `<g fill="${fill}"><path opacity=".65" d="${koiFin}"/><path d="${koiBody}"/><path d="${koiSpot}" fill="${spot}"/></g>`
const orange =
  '<linearGradient id="k" x2="1" y2="1"><stop stop-color="#ffab5e"/><stop offset="1" stop-color="#ff4f14"/></linearGradient>'

/** The disc centred on the origin, 62 units across. */
const disc = (text) => `${oneKoi('url(#k)', text)}<g transform="rotate(180)">${oneKoi(text, 'url(#k)')}</g>`
const pond = `<radialGradient id="p" cx="1" cy="0" r="1.3"><stop stop-color="#23646a"/><stop offset=".5" stop-color="#143240"/><stop offset="1" stop-color="#0b131b"/></radialGradient>`
const rings = `<g fill="none" stroke="#7fe0d0"><circle r="36" opacity=".16"/><circle r="43" opacity=".1"/><circle r="51" opacity=".06"/></g>`

/** An icon of 100 units: `corner` rounds the background, `disc` is the disc's share of the width. */
function icon({ corner, share }) {
  const clip = `<clipPath id="c"><rect x="-50" y="-50" width="100" height="100" rx="${corner}"/></clipPath>`
  return svg(
    '-50 -50 100 100',
    `${orange}${pond}${clip}<g clip-path="url(#c)"><path d="M-50-50H50V50H-50z" fill="url(#p)"/>${rings}<g transform="scale(${(share * 100) / 62})">${disc('#fff')}</g></g>`,
  )
}

const svg = (viewBox, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`

const silhouette = svg(
  '-50 -50 100 100',
  `<g fill="#fff" transform="scale(1.16)">${[0, 180]
    .map(
      (turn) =>
        `<g transform="rotate(${turn})"><path opacity=".65" d="${koiFin}"/><path fill-rule="evenodd" d="${koiBody}${koiSpot}"/></g>`,
    )
    .join('')}</g>`,
)

/** Shortcut glyphs on a 24-unit grid. */
const shortcuts = {
  games:
    '<rect x="3" y="3" width="7.5" height="7.5" rx="2.2" fill="url(#k)"/><rect x="13.5" y="3" width="7.5" height="7.5" rx="2.2"/><rect x="3" y="13.5" width="7.5" height="7.5" rx="2.2"/><rect x="13.5" y="13.5" width="7.5" height="7.5" rx="2.2"/>',
  deposit:
    '<path d="M5.5 4H17a2 2 0 0 1 2 2v1.5H6A1.7 1.7 0 0 1 5.5 4z"/><path d="M3 5.5C3 7.8 4.4 9 6.2 9H19a2 2 0 0 1 2 2v7a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 18z"/><circle cx="12" cy="14.7" r="5" fill="url(#k)"/><path d="M12 12v5.4M9.3 14.7h5.4" stroke="#1c0a02" stroke-width="1.7" stroke-linecap="round"/>',
  rewards:
    '<path d="M4.5 12.8h6.7V21H7a2.5 2.5 0 0 1-2.5-2.5zM12.8 12.8h6.7v5.7A2.5 2.5 0 0 1 17 21h-4.2z"/><path d="M3 8.7A1.5 1.5 0 0 1 4.5 7.2h6.7v4.2H4.5A1.5 1.5 0 0 1 3 9.9zM12.8 7.2h6.7A1.5 1.5 0 0 1 21 8.7v1.2a1.5 1.5 0 0 1-1.5 1.5h-6.7z"/><path d="M12 6.5C10.5 3 8.7 2 7.3 2.4 5.4 3 5.6 6 8.3 6.5zM12 6.5C13.5 3 15.3 2 16.7 2.4 18.6 3 18.4 6 15.7 6.5z" fill="url(#k)"/>',
}
const shortcut = (glyph) =>
  svg(
    '-50 -50 100 100',
    `${orange}${pond}<rect x="-50" y="-50" width="100" height="100" rx="24" fill="url(#p)"/><g transform="scale(2.6) translate(-12 -12)" fill="#fff">${glyph}</g>`,
  )

/** Current iPhones and iPads in portrait: CSS width, CSS height, pixels a CSS pixel. */
const screens = [
  [440, 956, 3],
  [430, 932, 3],
  [428, 926, 3],
  [420, 912, 3],
  [414, 896, 3],
  [414, 896, 2],
  [402, 874, 3],
  [393, 852, 3],
  [390, 844, 3],
  [375, 812, 3],
  [375, 667, 2],
  [1032, 1376, 2],
  [1024, 1366, 2],
  [834, 1210, 2],
  [834, 1194, 2],
  [820, 1180, 2],
  [810, 1080, 2],
  [744, 1133, 2],
]

const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })

const [wanted = ''] = process.argv.slice(2)

async function render(path, { width, height = width, scale = 1, body, style = '', colours }) {
  if (!path.includes(wanted)) return
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale })
  await page.setContent(
    `<!doctype html><style>*{margin:0}body{width:${width}px;height:${height}px;overflow:hidden}body>svg{display:block;width:100%;height:100%}${style}</style>${body}`,
  )
  await page.evaluate(() => document.fonts.ready)
  const file = at(path).pathname
  const picture = await page.screenshot({ omitBackground: true })
  await page.close()
  if (path.endsWith('.webp')) await sharp(picture).webp({ quality: 75, effort: 6 }).toFile(file)
  else writeFileSync(file, picture)
  if (colours) quantise(file, colours)
  console.log(path, statSync(file).size)
}

/** Palette PNGs are a third of the size; without pngquant the full-colour file stays. */
function quantise(file, colours) {
  try {
    execFileSync('pngquant', ['--force', '--strip', '--speed', '1', '--output', file, String(colours), file])
  } catch (error) {
    if (error.code === 'ENOENT') console.warn(`pngquant is not installed: ${file} keeps full colour`)
    else throw error
  }
}

for (const folder of ['public/icons', 'public/splash']) mkdirSync(at(folder), { recursive: true })

for (const size of [192, 512]) {
  const body = icon({ corner: 22, share: 0.74 })
  await render(`public/icons/icon-${size}.png`, { width: size, body, colours: 256 })
  const maskable = icon({ corner: 0, share: 0.6 })
  await render(`public/icons/maskable-${size}.png`, { width: size, body: maskable, colours: 256 })
}
await render('public/icons/apple-touch-icon.png', {
  width: 180,
  body: icon({ corner: 0, share: 0.7 }),
  colours: 256,
})
await render('public/icons/monochrome-512.png', { width: 512, body: silhouette, colours: 32 })
await render('public/icons/favicon-32.png', {
  width: 32,
  body: icon({ corner: 24, share: 0.86 }),
  colours: 256,
})
for (const [name, glyph] of Object.entries(shortcuts)) {
  await render(`public/icons/shortcut-${name}.png`, { width: 96, body: shortcut(glyph), colours: 128 })
}
writeFileSync(
  at('public/icons/favicon.svg'),
  svg(
    '-31 -31 62 62',
    `<style>g{color:#14191f}@media(prefers-color-scheme:dark){g{color:#fff}}</style>${orange}<g>${disc('currentColor')}</g>`,
  ),
)

const links = []
for (const [width, height, scale] of screens) {
  const path = `splash/${width}x${height}-${scale}x.png`
  const diameter = Math.round(width * (width > 500 ? 0.16 : 0.3))
  const mark = svg('-31 -31 62 62', `${orange}${disc('#fff')}`)
  await render(`public/${path}`, {
    width,
    height,
    scale,
    colours: 48,
    style: `body{background:${ink};display:grid;place-items:center}body>svg{width:${diameter}px;height:${diameter}px}`,
    body: mark,
  })
  links.push(
    `<link rel="apple-touch-startup-image" media="screen and (device-width: ${width}px) and (device-height: ${height}px) and (-webkit-device-pixel-ratio: ${scale}) and (orientation: portrait)" href="/${path}" />`,
  )
}
if (process.env.SPLASH_LINKS) writeFileSync(process.env.SPLASH_LINKS, links.join('\n') + '\n')

const figtree = readFileSync(
  at('node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
).toString('base64')
await render('public/og.png', {
  width: 1200,
  height: 630,
  colours: 256,
  style: `@font-face{font-family:F;src:url(data:font/woff2;base64,${figtree});font-weight:300 900}
    body{--jade:#35d6a4;font-family:F;color:#f3f6f9;background:radial-gradient(120% 140% at 100% 0%,#1d4f52 0%,#122a35 42%,#0f1820 100%)}
    .koi{position:absolute;right:36px;top:10px;width:610px}.mark{position:absolute;left:84px;top:178px;display:flex;align-items:center;gap:34px;font:800 150px/1 F;letter-spacing:-.035em}
    .mark svg{width:180px;height:180px}p{position:absolute;left:92px;top:398px;font:600 42px/1.3 F;color:#a9b6c4;letter-spacing:-.01em}`,
  body: `<div class="koi">${readFileSync(at('src/ui/art/koi-hero.svg'), 'utf8')}</div><div class="mark">${svg('-31 -31 62 62', `${orange}${disc('#fff')}`)}koi</div><p>Every game provably fair</p>`,
})

// The ground of a shared win's picture, as `win-picture.ts` of src/ui draws it on a device, and the letters that the
// server writes on it.
const lettering = `@font-face{font-family:F;src:url(data:font/woff2;base64,${figtree});font-weight:300 900}`
const shield = `<svg viewBox="0 0 24 24" width="34" fill="none" stroke="#35d6a4" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z"/><path d="m9 12 2 2 4-4"/></svg>`
await render('public/og-win.png', {
  width: 1200,
  height: 630,
  colours: 256,
  style: `${lettering}
    body{font-family:F;color:#f3f6f9;background:radial-gradient(480px at 300px 322px,rgb(255 206 110/.4),rgb(255 206 110/0)),linear-gradient(122deg,#1f5552,#12303a 50%,#0c141c)}
    .rays{position:absolute;inset:0;background:repeating-conic-gradient(at 300px 322px,rgb(255 206 110/.16) 0 9deg,#0000 9deg 22.5deg);mask:radial-gradient(620px at 300px 322px,#000 100px,#0000)}
    .frame{position:absolute;inset:22px;border:3px solid rgb(255 201 77/.55);border-radius:36px}
    .koi{position:absolute;left:65px;top:87px}.koi svg{display:block;width:470px;height:470px}
    .fair{position:absolute;left:480px;width:640px;top:438px;display:flex;justify-content:center;align-items:center;gap:12px;font:650 30px/1 F;color:#35d6a4}
    .mark{position:absolute;right:64px;bottom:46px;display:flex;align-items:center;gap:12px;font:800 48px/1 F;letter-spacing:-.035em}
    .mark svg{width:58px;height:58px}`,
  body: `<div class="rays"></div><div class="frame"></div><div class="koi">${readFileSync(at('src/ui/play/win-koi.svg'), 'utf8')}</div><div class="fair">${shield}Provably fair</div><div class="mark">${svg('-31 -31 62 62', `${orange}${disc('#fff')}`)}koi</div>`,
})
await renderLetters('public/og-letters.png', 'server/win-links/letter-widths.ts')

/** White letters on black in one row, and how wide each is. */
async function renderLetters(path, widthsPath) {
  if (!path.includes(wanted)) return
  const page = await browser.newPage()
  await page.setContent(`<!doctype html><style>${lettering}</style>`)
  const { image, widths } = await page.evaluate(async () => {
    const [size, gap] = [128, 16]
    const font = `800 ${size}px F`
    await document.fonts.load(font)
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d')
    pen.font = font
    const all = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).concat('×')
    const widths = all.map((letter) => Math.round(pen.measureText(letter).width))
    canvas.width = widths.reduce((sum, width) => sum + width + 2 * gap, 0)
    canvas.height = 1.25 * size
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.font = font
    pen.fillStyle = '#fff'
    let x = gap
    for (const [index, letter] of all.entries()) {
      pen.fillText(letter, x, size)
      x += widths[index] + 2 * gap
    }
    return { image: canvas.toDataURL('image/png'), widths }
  })
  await page.close()
  writeFileSync(at(path), Buffer.from(image.split(',')[1], 'base64'))
  quantise(at(path).pathname, 16)
  const said =
    '/** Widths of the letters in `og-letters.png`: those of ASCII, then ×. `scripts/render-art.mjs` writes it. */'
  writeFileSync(
    at(widthsPath),
    `${said}\nexport const LETTER_WIDTHS: readonly number[] = [${widths.join(', ')}]\n`,
  )
  console.log(path, statSync(at(path)).size)
}

// Dozens of drawings appear at once when a bet changes a board, and bitmaps are drawn in a fraction of the time.
for (const { path, from = path, size = 144, style } of [
  { path: 'mines/gem', size: 128 },
  { path: 'mines/gem-missed', from: 'mines/gem', style: 'svg{opacity:.4}' },
  { path: 'mines/mine', size: 128, style: 'svg{opacity:.9}' },
  { path: 'mines/stone', size: 160 },
  { path: 'mines/stone-plain', size: 160 },
  { path: 'keno/bloom' },
  { path: 'keno/veins' },
]) {
  const folder = 'src/features/play'
  const body = readFileSync(at(`${folder}/${from}.svg`), 'utf8')
  await render(`${folder}/${path}.webp`, { width: size, body, style })
}

await browser.close()
