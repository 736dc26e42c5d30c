import pino, { type DestinationStream, type Logger } from 'pino'
import type { AlarmNotes } from './noted-alarms.ts'

export type { Logger }

/** Keys that may hold a secret in any logged object. */
const SECRET_KEYS = ['access-token', 'authorization', 'cookie', 'set-cookie', 'password', 'token', 'secret']

/** One JSON object per line. Removing secrets here is the last resort; callers do not log them. */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  alarms?: Pick<AlarmNotes, 'note'>,
): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`]),
        censor: '[secret]',
      },
      serializers: { err: serializeError },
      hooks: {
        logMethod(line, log) {
          alarms?.note(line)
          log.apply(this, line)
        },
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
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
