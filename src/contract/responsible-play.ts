import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { REAUTHENTICATION_ERRORS, ReauthenticationSchema } from './reauthentication.ts'
import { MomentSchema } from './values.ts'

export const LIMIT_KINDS = ['deposit', 'loss', 'wager'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]

/** Wait before the player can confirm a raise. */
export const RAISE_WAIT_HOURS = 24
/** An unconfirmed raise lapses after this time. */
export const RAISE_CONFIRM_DAYS = 7

/** US dollars, two decimals at most. */
export const DollarsSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('required'),
  v.regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, 'dollars'),
)

export const PlayLimitSchema = v.object({
  kind: v.picklist(LIMIT_KINDS),
  period: v.picklist(LIMIT_PERIODS),
  /** The present limit in US dollars with two decimals; null for none. */
  amount: v.nullable(v.string()),
  /** A requested raise; `amount: null` requests the removal of the limit. */
  raise: v.nullable(
    v.object({ amount: v.nullable(v.string()), confirmableFrom: MomentSchema, lapsesAt: MomentSchema }),
  ),
})
export type PlayLimit = v.InferOutput<typeof PlayLimitSchema>

export const BreakSchema = v.object({
  kind: v.picklist(['time-out', 'self-exclusion']),
  startedAt: MomentSchema,
  until: MomentSchema,
})
export type Break = v.InferOutput<typeof BreakSchema>

export const REMINDER_MINUTES = [15, 30, 60, 120] as const
/** Length of a time-out: a day to six weeks. */
export const TIME_OUT_HOURS = [24, 72, 168, 336, 1_008] as const
export const EXCLUSION_MONTHS = [6, 12, 24, 60] as const

export const ResponsiblePlaySchema = v.object({
  /** All nine, in the order of kinds and periods. */
  limits: v.array(PlayLimitSchema),
  reminderMinutes: v.nullable(v.picklist(REMINDER_MINUTES)),
  /** The active break: no play, deposits or marketing until it ends. */
  break: v.nullable(BreakSchema),
})
export type ResponsiblePlay = v.InferOutput<typeof ResponsiblePlaySchema>

const limitParams = v.object({ kind: v.picklist(LIMIT_KINDS), period: v.picklist(LIMIT_PERIODS) })

export const getResponsiblePlay = endpoint({
  method: 'GET',
  path: '/user/responsible-play',
  tag: 'responsible play',
  access: 'player',
  summary: 'Get limits, reminder and break',
  data: ResponsiblePlaySchema,
  errors: [],
})

export const setLimit = endpoint({
  method: 'PUT',
  path: '/user/limits/:kind/:period',
  tag: 'responsible play',
  access: 'player',
  summary: 'Set a limit: a cut is valid at once, a raise or removal can be confirmed after 24 hours',
  params: limitParams,
  body: v.object({ amount: v.nullable(DollarsSchema) }),
  data: ResponsiblePlaySchema,
  errors: ['break_active'],
})

export const confirmRaise = endpoint({
  method: 'POST',
  path: '/user/limits/:kind/:period/raise',
  tag: 'responsible play',
  access: 'player',
  summary: 'Confirm a raise after its 24 hours',
  params: limitParams,
  body: v.object({}),
  data: ResponsiblePlaySchema,
  errors: ['limit_not_ready', 'break_active'],
})

export const cancelRaise = endpoint({
  method: 'DELETE',
  path: '/user/limits/:kind/:period/raise',
  tag: 'responsible play',
  access: 'player',
  summary: 'Cancel a requested raise',
  params: limitParams,
  data: ResponsiblePlaySchema,
  errors: [],
})

export const setReminder = endpoint({
  method: 'PUT',
  path: '/user/reminder',
  tag: 'responsible play',
  access: 'player',
  summary: 'Set the interval at which a session shows its time and net result',
  body: v.object({ minutes: v.nullable(v.picklist(REMINDER_MINUTES)) }),
  data: ResponsiblePlaySchema,
  errors: [],
})

export const takeTimeOut = endpoint({
  method: 'POST',
  path: '/user/time-out',
  tag: 'responsible play',
  access: 'player',
  summary: 'Stop play and deposits for a day to six weeks; it can be made longer, never shorter',
  body: v.object({ hours: v.picklist(TIME_OUT_HOURS) }),
  data: ResponsiblePlaySchema,
  errors: ['break_active'],
})

export const excludeSelf = endpoint({
  method: 'POST',
  path: '/user/self-exclusion',
  tag: 'responsible play',
  access: 'player',
  summary: 'Stop play, deposits and marketing for six months or more; cannot be undone early',
  body: v.object({ months: v.picklist(EXCLUSION_MONTHS), password: ReauthenticationSchema }),
  data: ResponsiblePlaySchema,
  errors: [...REAUTHENTICATION_ERRORS, 'break_active'],
})
