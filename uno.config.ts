import { presetWind4, type Theme } from '@unocss/preset-wind4'
import { defineConfig } from '@unocss/vite'

type Rule = NonNullable<ReturnType<typeof defineConfig<Theme>>['rules']>[number]

const byName = (names: string[]) => Object.fromEntries(names.map((name) => [name, `var(--${name})`]))
const numbered = (prefix: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${index + 1}`, `var(--${prefix}-${index + 1})`]),
  )

/** Names of `src/ui/tokens.css`; a test checks that each exists there. */
export const tokens = {
  color: byName(
    `bg surface-1 surface-2 surface-3 line line-strong line-control text text-2 text-3 brand brand-strong
     brand-soft on-brand gold gold-soft jade jade-soft danger danger-soft info info-soft overlay overlay-wallet
     knob track on-cover`.split(/\s+/),
  ),
  gradient: byName(['grad-brand', 'grad-gold', 'grad-pond']),
  fontSize: numbered('fs', 8),
  leading: numbered('lh', 3),
  tracking: numbered('track', 4),
  radius: { ...numbered('r', 4), full: 'var(--r-full)' },
  shadow: numbered('shadow', 2),
  duration: numbered('dur', 3),
} satisfies Record<string, Record<string, string>>

/** A rule for each token of a kind; anything else falls through to the preset, which has no theme for it. */
const rule = (pattern: RegExp, values: Record<string, string>, property: string | string[]): Rule => [
  pattern,
  ([, name = '']) => {
    const value = values[name]
    if (value === undefined) return undefined
    return Object.fromEntries([property].flat().map((each) => [each, value]))
  },
]

export default defineConfig<Theme>({
  presets: [
    presetWind4({
      preflights: { reset: false, property: false, theme: 'on-demand' },
      arbitraryVariants: false,
    }),
  ],
  extendTheme: () => ({
    spacing: { DEFAULT: '4px' },
    breakpoint: { sm: '640px', lg: '1024px', xl: '1280px' },
  }),
  rules: [
    rule(/^text-(.+)$/, { ...tokens.color, current: 'currentColor', inherit: 'inherit' }, 'color'),
    rule(/^bg-(.+)$/, { ...tokens.color, transparent: 'transparent' }, 'background-color'),
    rule(/^bg-(.+)$/, tokens.gradient, 'background-image'),
    rule(/^border-(.+)$/, { ...tokens.color, transparent: 'transparent' }, 'border-color'),
    rule(/^text-fs-(.+)$/, tokens.fontSize, 'font-size'),
    rule(/^leading-(.+)$/, tokens.leading, 'line-height'),
    rule(/^tracking-(.+)$/, tokens.tracking, 'letter-spacing'),
    rule(/^rounded-(.+)$/, tokens.radius, 'border-radius'),
    rule(/^shadow-(.+)$/, tokens.shadow, 'box-shadow'),
    rule(/^duration-(.+)$/, tokens.duration, 'transition-duration'),
    [/^font-(500|600|650|700|750|800|850)$/, ([, weight]) => ({ 'font-weight': weight })],
    ['font-code', { 'font-family': 'var(--font-code)' }],
    ['truncate', { overflow: 'hidden', 'text-overflow': 'ellipsis', 'white-space': 'nowrap' }],
  ],
  content: { pipeline: { include: [/\/src\/.+\.tsx?(?:$|\?)/] } },
  // No values but tokens: no brackets, variables, hex colours, named units, theme-less type or colour names.
  blocklist: [
    /[[\]$#]/,
    /--/,
    // The name of an event, too: the preset fails at it without a size in the theme.
    /^(?:.+:)?(?:backdrop-|filter-)?blur$/,
    /\d(?:px|r?em|ch|vw|vh|dvh|svh|lvh|ms|s)$/,
    /^(?:.+:)?(?:text|font|leading|tracking|shadow|rounded|duration|ease)-(?:\d{1,3}%?|xs|sm|md|lg|xl|\dxl|none)$(?<!font-(?:500|600|650|700|750|800|850))(?<!(?:leading|tracking|shadow|rounded|duration)-[1-4])/,
  ],
  outputToCssLayers: {
    cssLayerName: (layer) =>
      layer === 'default' || layer === 'shortcuts' ? 'utilities' : layer === 'theme' ? 'tokens' : layer,
  },
})
