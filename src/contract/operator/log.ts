import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { CountSchema, JsonObjectSchema, MomentSchema, RowIdSchema } from '#contract/values.ts'
import { CursorSchema } from './values.ts'

const HashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

const LogLineSchema = v.object({
  id: RowIdSchema,
  at: MomentSchema,
  /** Name of the operator, or of who used the command line. */
  by: v.string(),
  /** The user of the machine whose command line it was; null for an operator in the console. */
  machineUser: v.nullable(v.string()),
  /** `player read`, `withdrawal approve`, `code create` … */
  action: v.string(),
  /** Empty for a read. */
  why: v.string(),
  what: JsonObjectSchema,
  /** SHA-256 of this line with the hash of the line before. */
  hash: HashSchema,
})
export type LogLine = v.InferOutput<typeof LogLineSchema>

export const listLog = endpoint({
  method: 'GET',
  path: '/operator/log',
  tag: 'operator',
  access: 'operator',
  may: 'audit.read',
  summary: 'List what operators read and did, newest first',
  query: v.object({
    after: v.optional(CursorSchema),
    /** Beginning of the name. */
    by: v.optional(v.pipe(v.string(), v.maxLength(60))),
    /** Beginning of the action. */
    action: v.optional(v.pipe(v.string(), v.maxLength(60))),
    /** Reads are many. */
    kind: v.optional(v.picklist(['all', 'changes'])),
    from: v.optional(v.picklist(['console', 'machine'])),
  }),
  data: v.object({ lines: v.array(LogLineSchema), next: v.nullable(CursorSchema) }),
  errors: [],
})

const LogCheckSchema = v.object({
  /** Null while none runs. */
  running: v.nullable(v.object({ checked: CountSchema, lines: CountSchema })),
  /** The newest check has not come to its end. */
  hasFailed: v.boolean(),
  /** Result of the newest one; null before the first. */
  last: v.nullable(
    v.object({
      at: MomentSchema,
      lines: CountSchema,
      head: v.nullable(HashSchema),
      /** The newest seal with a head of the log. */
      sealed: v.nullable(v.object({ day: v.string(), head: HashSchema })),
      /** One sentence for each fault. */
      faults: v.array(v.string()),
    }),
  ),
})

export const getLogCheck = endpoint({
  method: 'GET',
  path: '/operator/log/check',
  tag: 'operator',
  access: 'operator',
  may: 'audit.check',
  summary: 'Tell how far the check of the log is, and what the last one of this process has found',
  data: LogCheckSchema,
  errors: [],
})

export const startLogCheck = endpoint({
  method: 'POST',
  path: '/operator/log/check',
  tag: 'operator',
  access: 'operator',
  may: 'audit.check',
  summary: 'Hash all lines again, and compare with the daily seals; joins a check that runs',
  data: LogCheckSchema,
  errors: [],
})
