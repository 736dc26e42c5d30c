import * as v from 'valibot'
import { DEFAULT_LOCALE, LOCALES, type Localized } from '#contract/localized.ts'
import type { ProviderCategory } from '#contract/provider-games.ts'
import { ProviderNameSchema } from '#server/providers/provider-call.ts'
import type { ListedGame } from '#server/providers/provider-client.ts'
import { languageOf } from './hub88-language.ts'

/** By the provider's own names of categories, in small letters. Games of others are not shown. */
const CATEGORIES: Readonly<Record<string, ProviderCategory>> = {
  live: 'live',
  'live games': 'live',
  'live casino': 'live',
  'live dealer': 'live',
  'live table games': 'live',
  'table games live': 'live',
  'table live': 'live',
  'live baccarat': 'live',
  'live blackjack': 'live',
  'live roulette': 'live',
  'live poker': 'live',
  'live dice': 'live',
  slot: 'slots',
  slots: 'slots',
  'video slot': 'slots',
  'video slots': 'slots',
  'classic slots': 'slots',
  'jackpot slots': 'slots',
  'game show': 'shows',
  'game shows': 'shows',
  'games show': 'shows',
  'live game shows': 'shows',
}

const MAX_GAMES = 20_000
/** Less is a mistake of units: the edge counts for rewards, which are paid. */
const LEAST_RETURN_BPS = 5_000

/** Shown to players, so it has no marks that turn the text around it. */
const NameSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\p{C}+/gu, ' ').trim()),
  v.minLength(1),
  v.maxLength(100),
)

/** A field that cannot be read counts as missing. */
const optional = <S extends v.GenericSchema<unknown, unknown>>(schema: S) =>
  v.fallback(v.optional(v.nullable(schema)), undefined)

const EntrySchema = v.object({
  game_code: ProviderNameSchema,
  name: NameSchema,
  names: optional(v.record(v.string(), optional(NameSchema))),
  category: v.pipe(v.string(), v.maxLength(200)),
  url_thumb: optional(v.pipe(v.string(), v.maxLength(2_000), v.url())),
  volatility: optional(v.pipe(v.string(), v.toLowerCase(), v.picklist(['low', 'medium', 'high']))),
  rtp: optional(v.union([v.string(), v.number()])),
  demo_game_support: optional(v.boolean()),
  enabled: optional(v.boolean()),
  blocked_countries: optional(v.pipe(v.array(v.string()), v.maxLength(300))),
})
export const Hub88GamesSchema = v.pipe(v.array(EntrySchema), v.maxLength(MAX_GAMES))

/** Without those that are turned off at the provider. A code that comes twice counts once. */
export function toListedGames(entries: v.InferOutput<typeof Hub88GamesSchema>): readonly ListedGame[] {
  const games = new Map<string, ListedGame>()
  for (const entry of entries) {
    if (entry.enabled === false || games.has(entry.game_code)) continue
    games.set(entry.game_code, {
      code: entry.game_code,
      name: namesOf(entry),
      category: CATEGORIES[entry.category.trim().toLowerCase().replace(/\s+/g, ' ')] ?? null,
      coverUrl: entry.url_thumb ?? null,
      volatility: entry.volatility ?? null,
      returnBps: basisPoints(entry.rtp),
      hasDemo: entry.demo_game_support === true,
      blockedCountries: (entry.blocked_countries ?? [])
        .map((country) => country.toUpperCase())
        .filter((country) => /^[A-Z]{2}$/.test(country)),
    })
  }
  return [...games.values()]
}

function namesOf({ name, names }: v.InferOutput<typeof EntrySchema>): Localized {
  const known = LOCALES.flatMap((locale) => {
    const text = names?.[languageOf(locale)]
    return text ? [[locale, text]] : []
  })
  return { [DEFAULT_LOCALE]: name, ...Object.fromEntries(known) }
}

/** `96.5` percent is 9650. */
function basisPoints(percent: string | number | null | undefined): number | null {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,20}))?$/.exec(`${percent}`.trim()) ?? []
  if (whole === undefined) return null
  const bps = Number(whole + fraction.slice(0, 2).padEnd(2, '0'))
  return bps >= LEAST_RETURN_BPS && bps <= 10_000 ? bps : null
}
