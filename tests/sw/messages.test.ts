import { describe, expect, it } from 'vitest'
import { MAX_IMAGES, parseMessage } from '../../sw/messages.ts'

const ORIGIN = 'https://koi.test'
const imagesOf = (urls: unknown) => {
  const message = parseMessage({ type: 'CACHE_IMAGES', urls }, ORIGIN)
  return message?.type === 'CACHE_IMAGES' ? message.urls : undefined
}

describe('messages to the worker', () => {
  it('let pages activate the worker', () => {
    expect(parseMessage({ type: 'SKIP_WAITING' }, ORIGIN)).toEqual({ type: 'SKIP_WAITING' })
  })

  it('name the code to cache', () => {
    const message = { type: 'CACHE_CODE', parts: ['wallet-engine', 'walletconnect'] }
    expect(parseMessage(message, ORIGIN)).toEqual(message)
    expect(parseMessage({ type: 'CACHE_CODE', parts: ['/assets/evil.js'] }, ORIGIN)).toBeUndefined()
  })

  it.each([undefined, null, 'SKIP_WAITING', 1, [], {}, { type: 'DELETE' }, { type: 'CACHE_IMAGES' }])(
    'of the form %j are ignored',
    (data) => expect(parseMessage(data, ORIGIN)).toBeUndefined(),
  )

  it('cache lobby images, each once', () => {
    expect(
      imagesOf(['/covers/dice.svg?v=1', '/promos/a.svg', '/icons/b.png', `${ORIGIN}/covers/dice.svg?v=1`]),
    ).toEqual([`${ORIGIN}/covers/dice.svg?v=1`, `${ORIGIN}/promos/a.svg`, `${ORIGIN}/icons/b.png`])
  })

  it('lose addresses that are not lobby images', () => {
    expect(
      imagesOf([
        'https://elsewhere.test/covers/dice.svg',
        '//elsewhere.test/covers/dice.svg',
        '/api/games',
        '/covers/../api/games.svg',
        '/covers/%2e%2e/api/games.svg',
        '/covers/dice.html',
        '/covers/',
        'data:image/svg+xml,x',
        'http://[',
      ]),
    ).toEqual([])
  })

  it('lose overlong addresses and values that are not strings', () => {
    expect(imagesOf([`/covers/${'a'.repeat(400)}.svg`])).toBeUndefined()
    expect(imagesOf([1])).toBeUndefined()
    expect(imagesOf('/covers/dice.svg')).toBeUndefined()
  })

  it('are limited in number', () => {
    expect(imagesOf(Array.from({ length: 500 }, (_, index) => `/covers/${index}.svg`))).toHaveLength(
      MAX_IMAGES,
    )
  })
})
