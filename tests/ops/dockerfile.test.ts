import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

it('Dockerfile has no mistake that a linter finds', () => {
  const problems = validate(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  expect(problems.map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
})
