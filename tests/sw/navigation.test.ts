import { describe, expect, it } from 'vitest'
import { isShellNavigation } from '../../sw/navigation.ts'

const ORIGIN = 'https://koi.test'
const isShell = (address: string) => isShellNavigation(new URL(address, ORIGIN), ORIGIN)

describe('the shell as the answer to a navigation', () => {
  it.each([
    '/',
    '/games',
    '/games/dice',
    '/games?category=live',
    '/promotion#trending',
    '/no/such/page',
    '/rewards',
    '/r/ABC123',
  ])('is used for %s', (address) => expect(isShell(address)).toBe(true))

  it.each([
    '/api',
    '/api/health',
    '/assets/index-1.js',
    '/assets/',
    '/operator',
    '/operator/players/7',
    '/robots.txt',
    '/manifest.webmanifest',
    '/covers/dice.svg?v=1',
    'https://elsewhere.test/',
  ])('is not used for %s', (address) => expect(isShell(address)).toBe(false))

  it('is used for an address with a dot in its search', () => {
    expect(isShell('/games?search=a.png')).toBe(true)
  })
})
