import { startAuthentication } from '@simplewebauthn/browser'
import { afterEach, expect, it, vi } from 'vitest'
import { removeOperator } from '#contract/operator/operators.ts'
import { api } from '#operator/session/api.ts'

vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: vi.fn() }))

afterEach(() => vi.unstubAllGlobals())

const answer = (status: number, body: object) => Response.json(body, { status })

it('asks for the passkey when a call needs it again, and goes on with the call', async () => {
  vi.mocked(startAuthentication).mockResolvedValue({ id: 'key' } as never)
  const answers = [
    answer(409, { code: 'confirmation_needed', message: 'Confirm with your passkey first' }),
    answer(200, { data: { challenge: 'AAAA' } }),
    answer(200, { data: {} }),
    answer(200, { data: {} }),
  ]
  const calls: string[] = []
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    calls.push(`${method} ${url.replace(/^.*?\/operator/, '')}`)
    return Promise.resolve(answers.shift())
  })
  await api.call(removeOperator, { params: { id: '7' }, body: { why: 'left' } })
  expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'AAAA' } })
  expect(calls).toEqual([
    'DELETE /operators/7',
    'POST /session/confirmation/challenge',
    'POST /session/confirmation',
    'DELETE /operators/7',
  ])
})
