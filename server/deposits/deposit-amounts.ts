import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

/** 1 USDT in its smallest unit. Less is never credited. */
export const MINIMUM = 1_000_000n
/**
 * Transfers below a cent are address poisoning: they put look-alike addresses into histories. They are not even recorded.
 */
export const DUST = 10_000n
/** Uncredited transfers recorded for each address and day, so that nobody can flood its list. */
export const MAX_REFUSED_A_DAY = 5
const DAY_MS = 24 * 60 * 60_000

/** @param at selects the day, in milliseconds since the epoch */
export async function hasQuotaLeft(
  refused: SelectQueryBuilder<Tables, 'deposit', object>,
  at: number,
): Promise<boolean> {
  const from = new Date(`${new Date(at).toISOString().slice(0, 10)}T00:00:00Z`)
  const { n } = await refused
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('block_at', '>=', from)
    .where('block_at', '<', new Date(from.getTime() + DAY_MS))
    .executeTakeFirstOrThrow()
  return Number(n) < MAX_REFUSED_A_DAY
}
