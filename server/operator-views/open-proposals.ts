import type { Database } from '#server/db/tables.ts'

export async function countOpenProposals(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('operator_proposal')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(n)
}
