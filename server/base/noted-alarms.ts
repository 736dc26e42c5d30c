export interface NotedAlarm {
  /** The field `alarm` of a line of the log. */
  readonly kind: string
  readonly message: string
  readonly times: number
}

export interface AlarmNotes {
  note(line: readonly unknown[]): void
  /** What was noted since the last call. */
  take(): readonly NotedAlarm[]
}

/** Alarms that this process has logged, until they are written down. Their texts are few, so they need little memory. */
export function createAlarmNotes(): AlarmNotes {
  let noted = new Map<string, NotedAlarm>()
  return {
    note([fields, message]) {
      if (typeof fields !== 'object' || fields === null || !('alarm' in fields)) return
      const { alarm: kind } = fields
      if (typeof kind !== 'string' || typeof message !== 'string') return
      const key = `${kind} ${message}`
      noted.set(key, { kind, message, times: (noted.get(key)?.times ?? 0) + 1 })
    },
    take() {
      const taken = [...noted.values()]
      noted = new Map()
      return taken
    },
  }
}
