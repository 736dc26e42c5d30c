import * as v from 'valibot'
import { OperatorNameSchema, RoleSchema } from '#contract/operator/session.ts'
import { invite } from '#server/operators/invite.ts'
import { listOperators, removeOperator } from '#server/operators/operator-list.ts'
import { readAs, type Verbs } from './operator-call.ts'

const InvitedSchema = v.object({ name: OperatorNameSchema, role: RoleSchema })

/** People who work in the console. */
export const OPERATORS: Verbs = {
  list: {
    isChange: false,
    ask: ({ db, now }) => listOperators(db, now),
  },

  /** Its link is told only now: the database keeps a hash. */
  invite: {
    isChange: true,
    async act({ db, now, words, options, consoleOrigin = '' }) {
      const invited = readAs(InvitedSchema, { name: words[0], role: options['role'] })
      const { id, path, until } = await invite(db, { ...invited, now })
      const what = { operator: id, ...invited, until: until.toISOString() }
      return { what, rows: [{ ...what, link: consoleOrigin + path }] }
    },
  },

  remove: {
    isChange: true,
    async act({ db, now, words }) {
      // An earlier name may be one that cannot be given today.
      const what = await removeOperator(db, { name: readAs(v.string('Name an operator'), words[0]) }, now)
      return { what, rows: [what] }
    },
  },
}
