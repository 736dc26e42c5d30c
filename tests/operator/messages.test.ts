import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { messages } from '#i18n/en-US/messages.po'
import { messages as own } from '#i18n/en-US/operator.po'
import { operatorMessageOf } from '#i18n/operator-answers.ts'

i18n.loadAndActivate({ locale: 'en-US', messages: { ...messages, ...own } })

it.each([
  [new ApiError('http', 'no', { status: 403, code: 'forbidden' }), /role/],
  [new ApiError('http', 'no', { status: 401, code: 'unauthorized' }), /session has ended/],
  [new ApiError('http', 'no', { status: 409, code: 'conflict' }), /changed/],
  [new ApiError('network', 'no'), /cannot be reached/],
  [new ApiError('http', 'no', { status: 500, code: 'internal' }), /our side/],
  [new Error('anything'), /Something went wrong/],
])('%s is said in a sentence', (error, words) => {
  expect(i18n._(operatorMessageOf(error))).toMatch(words)
})
