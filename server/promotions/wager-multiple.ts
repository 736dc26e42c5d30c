import type { DepositOffer } from '#contract/promotions.ts'
import { StartupError } from '#server/base/startup-error.ts'
import type { Database } from '#server/db/tables.ts'
import { PROMOTIONS } from './promotions.seed.ts'

type Offer = Pick<DepositOffer, 'edgeBps' | 'releaseBps'>
interface NamedOffer {
  readonly slug: string
  readonly offer: Offer
}

/** How often a bonus is bet on average until all of it is released: one, divided by house edge and share. */
export const wagerMultiple = ({ edgeBps, releaseBps }: Offer): number => 100_000_000 / (edgeBps * releaseBps)

/** The offers that Koi ships. */
export const shippedOffers = (): NamedOffer[] =>
  PROMOTIONS.flatMap(({ slug, offer }) => (offer ? [{ slug, offer }] : []))

/** Offers in the database that have not ended at `now`. */
export async function keptOffers(db: Database, now: number): Promise<NamedOffer[]> {
  const rows = await db
    .selectFrom('promotion')
    .select(['slug', 'offer'])
    .where('offer', 'is not', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', new Date(now))]))
    .orderBy('position')
    .execute()
  return rows.flatMap(({ slug, offer }) => (offer ? [{ slug, offer }] : []))
}

/** @throws StartupError with the arithmetic when one of the offers has to be bet more often than that */
export function refuseLongWagering(offers: readonly NamedOffer[], most: number | null): void {
  if (most === null) return
  for (const { slug, offer } of offers) {
    const multiple = wagerMultiple(offer)
    if (multiple <= most) continue
    const [edge, share] = [offer.edgeBps / 100, offer.releaseBps / 100]
    throw new StartupError(
      `The offer "${slug}" has to be bet ${Number(multiple.toFixed(2))} times, and the profile allows ${most}: a bet releases ${share}% of a house edge of ${edge}%, so $1 of bonus takes 1 ÷ (${edge}% × ${share}%) = $${multiple.toFixed(2)} of stakes. End the offer, or set bonus.depositOffers to false in KOI_PROFILE.`,
    )
  }
}
