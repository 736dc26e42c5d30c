import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { JsonObjectSchema, MomentSchema, RowIdSchema } from '#contract/values.ts'
import { ROLES } from '#contract/operator-roles.ts'

/** In each call; the answer of a log-in has it. It ends with the tab, or after `SESSION_HOURS`. */
export const OPERATOR_TOKEN_HEADER = 'operator-token'
export const SESSION_HOURS = 8
export const INVITATION_HOURS = 24
/** For as long a session may do what asks for the passkey again. */
export const CONFIRMED_MINUTES = 5

export const RoleSchema = v.picklist(ROLES)

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Written in the log with all that the operator does. */
export const OperatorNameSchema = v.pipe(
  v.string(),
  v.normalize('NFKC'),
  v.trim(),
  v.nonEmpty('required'),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._'-]{0,59}$/u, 'name'),
  // Some letters are invisible, and those of Cyrillic and Greek look like Latin ones.
  v.check((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), 'name'),
  v.check((name) => ALPHABETS.filter((letters) => letters.test(name)).length <= 1, 'name'),
)

const OperatorSchema = v.object({ id: RowIdSchema, name: v.string(), role: RoleSchema })

const OperatorSessionSchema = v.object({ operator: OperatorSchema, expiresAt: MomentSchema })
export type OperatorSession = v.InferOutput<typeof OperatorSessionSchema>

const EnteredSchema = v.object({ ...OperatorSessionSchema.entries, token: v.string() })

const InvitationTokenSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

export const beginOperatorLogin = endpoint({
  method: 'POST',
  path: '/operator/session/challenge',
  tag: 'operator',
  access: 'public',
  summary: 'Begin a log-in with a passkey of an operator',
  body: v.object({}),
  data: JsonObjectSchema,
  errors: [],
})

export const logInOperator = endpoint({
  method: 'POST',
  path: '/operator/session',
  tag: 'operator',
  access: 'public',
  summary: 'Log in with a passkey of an operator',
  body: v.object({ response: v.unknown() }),
  data: EnteredSchema,
  errors: ['passkey_invalid'],
})

export const getOperatorSession = endpoint({
  method: 'GET',
  path: '/operator/session',
  tag: 'operator',
  access: 'operator',
  may: 'own',
  summary: 'Get who is logged in, and until when',
  data: OperatorSessionSchema,
  errors: [],
})

export const endOperatorSession = endpoint({
  method: 'DELETE',
  path: '/operator/session',
  tag: 'operator',
  access: 'operator',
  may: 'own',
  summary: 'Log out',
  data: v.object({}),
  errors: [],
})

export const beginConfirmation = endpoint({
  method: 'POST',
  path: '/operator/session/confirmation/challenge',
  tag: 'operator',
  access: 'operator',
  may: 'own',
  summary: 'Begin to confirm the session with its passkey',
  body: v.object({}),
  data: JsonObjectSchema,
  errors: [],
})

export const confirmSession = endpoint({
  method: 'POST',
  path: '/operator/session/confirmation',
  tag: 'operator',
  access: 'operator',
  may: 'own',
  summary: 'Confirm the session, for 5 minutes: inviting, removing and agreeing need it',
  body: v.object({ response: v.unknown() }),
  data: v.object({}),
  errors: ['passkey_invalid'],
})

export const beginInvitation = endpoint({
  method: 'POST',
  path: '/operator/invitations/challenge',
  tag: 'operator',
  access: 'public',
  summary: 'Open an invitation, and begin to make its passkey',
  body: v.object({ token: InvitationTokenSchema }),
  data: v.object({ name: v.string(), role: RoleSchema, options: JsonObjectSchema }),
  /** Unknown, used and ended invitations are answered alike. */
  errors: ['not_found'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/operator/invitations',
  tag: 'operator',
  access: 'public',
  summary: 'Accept an invitation with a new passkey; it works once',
  body: v.object({ token: InvitationTokenSchema, response: v.unknown() }),
  data: v.object({
    ...EnteredSchema.entries,
    /** Fingerprint of the new passkey. The keeper of the signer compares it before the operator's votes count. */
    fingerprint: v.string(),
  }),
  errors: ['not_found', 'passkey_invalid'],
})
