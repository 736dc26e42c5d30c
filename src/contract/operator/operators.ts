import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { MomentSchema, RowIdSchema } from '#contract/values.ts'
import { OperatorNameSchema, RoleSchema } from './session.ts'
import { WhySchema } from './values.ts'

const ListedOperatorSchema = v.object({
  id: RowIdSchema,
  name: v.string(),
  role: RoleSchema,
  /** Null while the invitation is open. */
  joinedAt: v.nullable(MomentSchema),
  /** End of the invitation; null for an operator. */
  invitedUntil: v.nullable(MomentSchema),
  lastSeenAt: v.nullable(MomentSchema),
  /** Fingerprint of the passkey; null while the invitation is open. */
  fingerprint: v.nullable(v.string()),
})
export type ListedOperator = v.InferOutput<typeof ListedOperatorSchema>

export const listOperators = endpoint({
  method: 'GET',
  path: '/operator/operators',
  tag: 'operator',
  access: 'operator',
  may: 'operators.manage',
  summary: 'List operators and open invitations',
  data: v.array(ListedOperatorSchema),
  errors: [],
})

export const inviteOperator = endpoint({
  method: 'POST',
  path: '/operator/operators',
  tag: 'operator',
  access: 'operator',
  may: 'operators.manage',
  summary: 'Invite an operator: the link is told only now',
  body: v.object({ name: OperatorNameSchema, role: RoleSchema, why: WhySchema }),
  data: v.object({ path: v.string(), until: MomentSchema }),
  errors: ['conflict', 'confirmation_needed'],
})

export const removeOperator = endpoint({
  method: 'DELETE',
  path: '/operator/operators/:id',
  tag: 'operator',
  access: 'operator',
  may: 'operators.manage',
  summary: 'Remove an operator or an invitation; sessions end at once. The last owner stays',
  params: v.object({ id: RowIdSchema }),
  body: v.object({ why: WhySchema }),
  data: v.object({}),
  errors: ['not_found', 'conflict', 'confirmation_needed'],
})
