import type { Verbs } from './operator-call.ts'

const SHOWN = 200

export const AUDIT: Verbs = {
  /** Changes only: reads of the console are many, and its screen shows them. */
  list: {
    isChange: false,
    async ask({ db }) {
      const rows = await db
        .selectFrom('admin_action')
        .selectAll()
        .where('kind', '=', 'change')
        .orderBy('line', 'desc')
        .limit(SHOWN)
        .execute()
      return rows.map(({ id, at, by_name, by_user, why, action, what, hash }) => ({
        id,
        at: at.toISOString(),
        by: by_name,
        user: by_user,
        why,
        action,
        what,
        hash: Buffer.from(hash).toString('hex'),
      }))
    },
  },
}
