import { DEFAULT_LOCALE, inLocale, isLocale, type Locale } from '#contract/localized.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { findPictured, type PicturedWin } from './win-links.ts'
import { PREVIEW_TEXTS, type WinWords } from './win-texts.ts'

/** Tags of a page that another site shows of a link. */
export interface Preview {
  readonly title: string
  readonly description: string
  /** Path of the picture. */
  readonly image: string
}

const MULTIPLIER_DECIMALS = String(MULTIPLIER_SCALE).length - 1

export function wordsOf(
  { name, stake, payout, multiplier, symbol, decimals }: PicturedWin,
  locale: Locale = DEFAULT_LOCALE,
): WinWords {
  return {
    game: inLocale(name, locale),
    multiple: grouped(multiplier, MULTIPLIER_DECIMALS),
    stake: grouped(stake, decimals),
    payout: grouped(payout, decimals),
    symbol,
  }
}

/** `990050` with two decimals → `9,900.5`. */
const grouped = (units: string, decimals: number) =>
  toDecimal(BigInt(units), decimals).replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** Says nothing of the player: other sites keep it. Null if there is no such link any more. */
export async function readWinPreview(db: Database, key: string): Promise<Preview | null> {
  const win = await findPictured(db, key)
  if (!win) return null
  const locale = isLocale(win.locale) ? win.locale : DEFAULT_LOCALE
  return { ...PREVIEW_TEXTS[locale](wordsOf(win, locale)), image: `/w/${key}.jpg` }
}
