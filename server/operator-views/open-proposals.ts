import type { Database } from '#server/db/tables.ts'

export async function countOpenProposals(_db: Database): Promise<number> {
  return 0
}
