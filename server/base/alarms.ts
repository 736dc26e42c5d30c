import { ALARM_AT, ALARMS } from './metrics.ts'

/** Longest text of the details of an alarm. */
const MOST_DETAILS = 2_000
/** More would come from a fault that makes texts of its own. */
const MOST_KINDS = 200

export interface Alarm {
  readonly alarm: string
  readonly message: string
  /** Of the last line, as JSON; cut where it is long. */
  readonly details: string
  readonly count: number
  readonly firstAt: number
  readonly lastAt: number
}

const noted = new Map<string, Alarm>()

/** Called by the log for each line with the field `alarm`. */
export function noteAlarm(alarm: string, message: string, details: object): void {
  ALARMS.inc({ alarm })
  const now = Date.now()
  ALARM_AT.set({ alarm }, now / 1_000)
  const once = { alarm, message, details: textOf(details), count: 1, firstAt: now, lastAt: now }
  keep(once)
}

/** Alarms since the last call: who takes them writes them down, or gives them back. */
export function takeAlarms(): readonly Alarm[] {
  const taken = [...noted.values()]
  noted.clear()
  return taken
}

export function giveBackAlarms(taken: readonly Alarm[]): void {
  for (const each of taken) keep(each)
}

function keep(told: Alarm): void {
  const key = `${told.alarm} ${told.message}`
  const before = noted.get(key)
  if (!before && noted.size >= MOST_KINDS) return
  const [first, last] = before && before.lastAt > told.lastAt ? [told, before] : [before ?? told, told]
  const count = told.count + (before?.count ?? 0)
  noted.set(key, { ...last, count, firstAt: first.firstAt })
}

function textOf(details: object): string {
  const json = JSON.stringify(details, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  return json.slice(0, MOST_DETAILS)
}
