import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tokens } from '../../uno.config.ts'

const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8')

/** Custom properties of the first rule with this selector. */
function declarations(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`tokens.css has no ${selector}`)
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start)).replaceAll(/\/\*.*?\*\//gs, '')
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  )
}

const dark = declarations(':root')
const light = declarations("[data-theme='light']")
const THEMES = { dark, light: { ...dark, ...light } }

type Rgba = [red: number, green: number, blue: number, alpha: number]

function parse(hex: string): Rgba {
  if (!/^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(hex)) throw new Error(`not a colour: ${hex}`)
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5), hex.length === 9 ? part(7) / 255 : 1]
}

function over([red, green, blue, alpha]: Rgba, below: Rgba): Rgba {
  const mix = (a: number, b: number) => a * alpha + b * (1 - alpha)
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1]
}

/** WCAG 2.2 relative luminance. */
function luminance([red, green, blue]: Rgba): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function contrast(a: Rgba, b: Rgba): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const SURFACES = ['bg', 'surface-1', 'surface-2', 'surface-3']
const TONES = ['brand', 'gold', 'jade', 'danger', 'info']
const INKS = ['text', 'text-2', 'text-3', ...TONES]

describe.each(Object.entries(THEMES))('the %s theme', (_, theme) => {
  const color = (name: string) => parse(theme[name] ?? '')
  const stops = (gradient: string) =>
    [...(theme[gradient] ?? '').matchAll(/#[\da-f]{6}/gi)].map(([hex]) => parse(hex))

  it.each(INKS)('keeps %s legible on every surface', (ink) => {
    for (const surface of SURFACES) {
      expect(contrast(color(ink), color(surface)), `${ink} on ${surface}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(TONES)('keeps %s and the plain inks legible on its soft background', (tone) => {
    for (const surface of ['bg', 'surface-1', 'surface-2']) {
      const ground = over(color(`${tone}-soft`), color(surface))
      for (const ink of ['text', 'text-2', tone]) {
        expect(contrast(color(ink), ground), `${ink} on ${tone}-soft over ${surface}`).toBeGreaterThanOrEqual(
          4.5,
        )
      }
    }
  })

  it('keeps text on orange and gold dark and legible', () => {
    for (const ground of [...stops('grad-brand'), ...stops('grad-gold')]) {
      expect(contrast(color('on-brand'), ground)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('keeps text and muted text legible everywhere in the pond', () => {
    for (const ground of stops('grad-pond')) {
      for (const ink of ['text', 'text-2'])
        expect(contrast(color(ink), ground), ink).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('makes selected chips, control borders and the focus ring visible', () => {
    expect(contrast(color('bg'), color('text'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('bg'), color('brand')), 'selection').toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('knob'), color('track'))).toBeGreaterThanOrEqual(3)
    for (const surface of SURFACES) {
      expect(contrast(color('line-control'), color(surface)), `control on ${surface}`).toBeGreaterThanOrEqual(
        3,
      )
      expect(contrast(color('info'), color(surface)), `focus on ${surface}`).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('tokens.css', () => {
  it('has the same light theme for the attribute and for the system setting', () => {
    expect(declarations(':root:not([data-theme])')).toEqual(light)
  })

  it('has exactly the tokens that UnoCSS knows', () => {
    for (const value of Object.values(tokens).flatMap((group) => Object.values(group))) {
      const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1] ?? ''
      expect(dark, `UnoCSS names ${value}`).toHaveProperty([name])
    }
  })
})
