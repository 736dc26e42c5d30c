import type { ProviderCategory } from '#contract/provider-games.ts'
import live from './cover-live.svg'
import shows from './cover-shows.svg'
import slots from './cover-slots.svg'

const DRAWINGS: Readonly<Record<ProviderCategory, string>> = { live, shows, slots }

/** Stands for the cover of a game that has none: it lets the game's colours through. */
export const coverOf = (category: ProviderCategory): string => DRAWINGS[category]

/** Light and dark. White text is legible on each dark one. */
const TONES: readonly (readonly [string, string])[] = [
  ['#ff9c57', '#8a1604'],
  ['#4f92ff', '#08164f'],
  ['#35c7a0', '#06382f'],
  ['#b07bff', '#2a0d5c'],
  ['#ff7d9c', '#6b0a2c'],
  ['#e8b63e', '#5c3503'],
  ['#49b9d6', '#06344a'],
  ['#8fb84a', '#22390a'],
]

/** Stands under a provider's own cover, whose colours are not known. */
const INK = ['#2b3a47', '#0a1118'] as const

/** Always the same for a game without a cover, and spread over games. */
export function tonesOf(game: string, hasCover: boolean): readonly [string, string] {
  if (hasCover) return INK
  let sum = 0
  for (const letter of game) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return TONES[sum % TONES.length] ?? INK
}
