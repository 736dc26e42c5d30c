import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { WithdrawSearchSchema } from '#features/withdraw/withdraw-search.ts'

describe('the address of a withdrawal', () => {
  it.each([
    ['as the app writes it', { id: '5' }, { id: '5' }],
    ['typed by hand, which the router reads as a number', { id: 5 }, { id: '5' }],
    ['with an invalid id', { id: ['5'] }, { id: '' }],
    ['with an unknown step', { step: 'paid' }, {}],
  ])('is parsed %s', (_, search, read) => {
    expect(v.parse(WithdrawSearchSchema, search)).toEqual(read)
  })
})
