import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { INPUTS } from '../../scripts/build-stamp.mjs'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

it('Dockerfile has no mistake that a linter finds', () => {
  expect(validate(read('Dockerfile'))).toEqual([])
})

it('every input of a build may come into an image', () => {
  const allowed = read('.dockerignore').split('\n')
  expect(INPUTS.filter((path) => !allowed.includes(`!${path.split('/')[0]}`))).toEqual([])
})
