import { PROPOSAL_DAYS } from '#contract/operator/actions.ts'
import type { Database } from '#server/db/tables.ts'

/** A proposal from before is over. */
export const openSince = (now: number) => new Date(now - PROPOSAL_DAYS * 24 * 60 * 60_000)

export async function countOpenProposals(db: Database, now: number): Promise<number> {
  const { n } = await db
    .selectFrom('operator_proposal')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('state', '=', 'open')
    .where('at', '>', openSince(now))
    .executeTakeFirstOrThrow()
  return Number(n)
}
