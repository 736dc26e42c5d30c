import type { Database } from '#server/db/tables.ts'

export async function newestMigration(db: Database): Promise<number> {
  const { newest } = await db
    .selectFrom('schema_migration')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}
