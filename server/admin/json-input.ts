import { readFileSync } from 'node:fs'
import type * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import { readAs, type OperatorCall } from './operator-call.ts'

/** Reads the file that the command names, or the text that the console sends. @throws StartupError */
export function readInput<Schema extends v.GenericSchema>(
  { words: [path], options, isFromConsole }: Pick<OperatorCall, 'words' | 'options' | 'isFromConsole'>,
  schema: Schema,
): v.InferOutput<Schema> {
  if (isFromConsole)
    return readAs(
      schema,
      parsed('json', () => options['json'] ?? ''),
    )
  if (path === undefined) throw new StartupError('Name a file with JSON: see docs/operating.md.')
  return readAs(
    schema,
    parsed(path, () => readFileSync(path, 'utf8')),
  )
}

function parsed(name: string, read: () => string): unknown {
  try {
    return JSON.parse(read())
  } catch (error) {
    throw new StartupError(`${name} cannot be read: ${error instanceof Error ? error.message : 'no JSON'}.`)
  }
}
