import { describe, expect, it } from 'vitest'
import { isShellNavigation } from '../../sw/navigation.ts'

const ORIGIN = 'https://koi.test'
const isShell = (address: string) => isShellNavigation(new URL(address, ORIGIN), ORIGIN)

describe('navigations that the worker answers with the shell', () => {
  it.each([
    '/',
    '/games',
    '/games/dice',
    '/games?category=live',
    '/promotion#trending',
    '/no/such/page',
    '/rewards',
  ])('answers %s', (address) => expect(isShell(address)).toBe(true))

  it.each([
    '/api',
    '/api/health',
    '/assets/index-1.js',
    '/assets/',
    '/r/ABC123',
    '/robots.txt',
    '/manifest.webmanifest',
    '/covers/dice.svg?v=1',
    'https://elsewhere.test/',
  ])('leaves %s to the server', (address) => expect(isShell(address)).toBe(false))

  it('takes a dot in the search for no extension', () => {
    expect(isShell('/games?search=a.png')).toBe(true)
  })
})
