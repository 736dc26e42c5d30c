import { readFileSync } from 'node:fs'
import type * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import { readAs } from './operator-call.ts'

/** @throws StartupError */
export function readInput<Schema extends v.GenericSchema>(
  path: string | undefined,
  schema: Schema,
): v.InferOutput<Schema> {
  if (path === undefined) throw new StartupError('Name a file with JSON: see docs/operating.md.')
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartupError(`${path} cannot be read: ${error instanceof Error ? error.message : 'no JSON'}.`)
  }
  return readAs(schema, content)
}
