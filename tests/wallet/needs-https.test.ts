import { expect, it } from 'vitest'
import { needsHttps } from '#features/wallet/connection/device.ts'

it.each([
  ['https:', 'koi.example', false],
  ['http:', 'koi.example', true],
  ['http:', '192.168.1.7', true],
  ['http:', 'localhost', false],
  ['http:', 'koi.localhost', false],
  ['http:', '127.0.0.1', false],
  ['http:', '[::1]', false],
  ['http:', 'notlocalhost', true],
  ['http:', '127.0.0.1.example', true],
])('%s//%s needs HTTPS: %s', (protocol, hostname, expected) => {
  expect(needsHttps({ protocol, hostname })).toBe(expected)
})
