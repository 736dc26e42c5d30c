import { describe, expect, it } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { ERROR_CODES } from '#contract/envelope.ts'
import { API } from '#contract/api.ts'
import { toPlayError } from '#features/play/server-engine/server-error.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'
import '#features/provider-games/provider-answers.ts'
import '#i18n/account-answers.ts'
import { errorMessage, errorMessageOf } from '#i18n/error-messages.ts'
import '#i18n/money-answers.ts'
import '#i18n/operator-answers.ts'
import '#i18n/wallet-answers.ts'

const LOCAL_CODES = ['network', 'timeout', 'malformed']
const unknown = errorMessage('no_such_code')
/** Their sentences are added like those of other pages. */
const NOT_OF_PLAY = ['gift_code_unknown', 'provider_unavailable']
/** Only calls of play answer with these codes, and their screens have their own texts. */
const PLAY_CODES = ERROR_CODES.filter((code) => {
  const answering = API.filter(({ errors }) => (errors as readonly string[]).includes(code))
  const isOfPlay = (tag: string) => tag === 'play' || tag === 'crash' || tag === 'gifts'
  return !NOT_OF_PLAY.includes(code) && answering.length > 0 && answering.every(({ tag }) => isOfPlay(tag))
})
const CODES = [...ERROR_CODES.filter((code) => !PLAY_CODES.includes(code)), ...LOCAL_CODES]

describe('errorMessage', () => {
  it.each(CODES)('has its own sentence for %s', (code) => {
    expect(errorMessage(code)).not.toEqual(unknown)
  })
  it('gives no two codes the same sentence', () => {
    const ids = CODES.map((code) => errorMessage(code).id)
    expect(new Set(ids).size).toBe(ids.length)
  })
  it('says what to do next: every text is two sentences', () => {
    for (const code of [...CODES, 'no_such_code']) {
      expect(errorMessage(code).message?.match(/\./g)?.length).toBe(2)
    }
  })
  it.each(['', 'http_418', 'constructor', '__proto__'])('falls back for the unknown code "%s"', (code) => {
    expect(errorMessage(code)).toBe(unknown)
  })
})

describe('errorMessageOf', () => {
  it('reads the code of an API error', () => {
    expect(errorMessageOf(new ApiError('timeout', ''))).toBe(errorMessage('timeout'))
    expect(errorMessageOf(new ApiError('http', '', { code: 'forbidden' }))).toBe(errorMessage('forbidden'))
  })
  it.each(['internal', 'unavailable'])('tells the reference where the server has failed: %s', (code) => {
    const told = errorMessageOf(new ApiError('http', '', { code, reference: '3f9a1c0b7d2e' }))
    expect(told.message).toBe(`${errorMessage(code).message} Reference: {reference}`)
    expect(told.values).toEqual({ reference: '3f9a1c0b7d2e' })
    expect(errorMessageOf(new ApiError('http', '', { code }))).toBe(errorMessage(code))
  })
  it('tells no reference for what a player can put right', () => {
    const refused = new ApiError('http', '', { code: 'rate_limited', reference: '3f9a1c0b7d2e' })
    expect(errorMessageOf(refused)).toBe(errorMessage('rate_limited'))
  })
  it('falls back for anything else', () => {
    expect(errorMessageOf(new Error('?'))).toBe(unknown)
    expect(errorMessageOf('?')).toBe(unknown)
    expect(errorMessageOf(null)).toBe(unknown)
  })
})

describe('the errors of play', () => {
  it.each(PLAY_CODES)('have their own sentence for %s', (code) => {
    const told = playErrorMessage(toPlayError(new ApiError('http', '', { code }), 'bet'))
    expect(told).not.toEqual(playErrorMessage(toPlayError(new ApiError('http', '', { code: 'new' }), 'bet')))
    expect(told.message).toBeTruthy()
  })
  it('tell the reference where the server has failed', () => {
    const failed = new ApiError('http', '', { code: 'internal', reference: '3f9a1c0b7d2e' })
    expect(playErrorMessage(toPlayError(failed, 'bet')).values).toEqual({ reference: '3f9a1c0b7d2e' })
  })
})
