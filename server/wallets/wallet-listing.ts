import * as v from 'valibot'
import { lineOf } from '#contract/account-fields.ts'
import type { WalletListing } from '#contract/wallet.ts'
import { walletImagePath } from './image-paths.ts'

// Anybody can register in WalletConnect's registry, and pages open these links. So only harmless values pass: others become
// null, and an entry without a name or id is dropped.

const MAX_LINK = 300

const HttpsSchema = link((text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && url.username === '' && url.hostname.includes('.')
})

/** Schemes that do not open an app, or are dangerous. */
const NO_APP = new Set(
  'about blob chrome data feed file filesystem ftp http https intent jar javascript mailto ms-appx resource sms tel vbscript view-source ws wss'.split(
    ' ',
  ),
)

/** An app's scheme, such as `metamask://`. */
const AppSchema = link((text) => {
  const scheme = /^([a-z][a-z0-9+.-]{1,40}):(?:\/\/[\w./?=&%+~-]*)?$/i.exec(text)?.[1]
  return scheme !== undefined && !NO_APP.has(scheme.toLowerCase())
})

const LinksSchema = v.fallback(v.object({ native: AppSchema, universal: HttpsSchema }), {
  native: null,
  universal: null,
})

const NO_STORES = { ios: null, android: null, chrome: null, firefox: null, safari: null, edge: null }

const StoresSchema = v.fallback(
  v.object({
    ios: HttpsSchema,
    android: HttpsSchema,
    chrome: HttpsSchema,
    firefox: HttpsSchema,
    safari: HttpsSchema,
    edge: HttpsSchema,
  }),
  NO_STORES,
)

const InjectedSchema = v.fallback(
  v.pipe(
    v.array(v.object({ namespace: v.string(), injected_id: v.string() })),
    v.transform((all) =>
      all
        .filter(({ namespace, injected_id }) => namespace === 'eip155' && /^\w{1,60}$/.test(injected_id))
        .map(({ injected_id }) => injected_id)
        .slice(0, 10),
    ),
  ),
  [],
)

const EntrySchema = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    name: v.pipe(lineOf(80), v.nonEmpty()),
    homepage: HttpsSchema,
    image_id: v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/))), null),
    mobile: LinksSchema,
    desktop: LinksSchema,
    app: StoresSchema,
    rdns: v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}$/))), null),
    injected: InjectedSchema,
  }),
  v.transform(({ image_id, app, injected, rdns, ...entry }): WalletListing => ({
    ...entry,
    image: image_id ? walletImagePath(image_id) : null,
    stores: app,
    rdns: rdns ?? null,
    injectedIds: injected,
  })),
)

const PageSchema = v.object({
  listings: v.union([v.record(v.string(), v.unknown()), v.array(v.unknown())]),
  total: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/** @throws for an invalid answer */
export function parseListings(answer: unknown): { listings: WalletListing[]; total: number } {
  const { listings, total } = v.parse(PageSchema, answer)
  return {
    listings: Object.values(listings).flatMap((entry) => {
      const parsed = v.safeParse(EntrySchema, entry)
      return parsed.success ? [parsed.output] : []
    }),
    total,
  }
}

function link(isGood: (text: string) => boolean) {
  return v.fallback(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(MAX_LINK), v.check(isGood))), null)
}
