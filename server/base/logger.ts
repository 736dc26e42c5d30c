import pino, { type DestinationStream, type Logger } from 'pino'
import { noteAlarm } from './alarms.ts'

export type { Logger }

const WARN = 30

/** Keys that may hold a secret in any logged object. */
const SECRET_KEYS = ['access-token', 'authorization', 'cookie', 'set-cookie', 'password', 'token', 'secret']

/** One JSON object per line. Removing secrets here is the last resort; callers do not log them. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const wanted = pino.levels.values[level] ?? Infinity
  return pino(
    {
      // Alarms are counted even where their lines are not wanted.
      level: wanted > WARN ? 'warn' : level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`]),
        censor: '[secret]',
      },
      serializers: { err: serializeError },
      hooks: {
        logMethod(args, method, lineLevel) {
          countAlarm(args)
          if (lineLevel >= wanted) method.apply(this, args)
        },
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
}

function countAlarm([fields, message]: readonly unknown[]): void {
  if (typeof fields !== 'object' || fields === null || !('alarm' in fields)) return
  const { alarm, err, ...rest } = fields as Readonly<Record<string, unknown>>
  const known = Object.entries(rest).filter(([key]) => !SECRET_KEYS.includes(key))
  const details = {
    ...Object.fromEntries(known),
    ...(err !== undefined && {
      error: hideCredentials(err instanceof Error ? err.message : typeof err === 'string' ? err : 'no Error'),
    }),
  }
  noteAlarm(String(alarm), String(message), details)
}

/** Errors of drivers carry whole clients and parameters as properties. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: hideCredentials(String(error)) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: hideCredentials(error.message),
    ...(code !== undefined && { code }),
    stack: hideCredentials(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  }
}

/** Removes `user:password@` from URLs in a text. */
export function hideCredentials(text: string): string {
  return text.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1')
}
