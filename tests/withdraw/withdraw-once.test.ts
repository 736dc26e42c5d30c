// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { requestWithdrawal, type WithdrawalTerms } from '#contract/withdrawals.ts'
import { orderOf, withdrawOnce } from '#features/withdraw/confirm/withdraw-once.ts'
import { api } from '#session/api.ts'
import { PasskeyUnused } from '#session/passkeys.ts'
import { isOrderOpen } from '#session/send-once.ts'

const terms = { coin: 'usdt-tron', chain: 'tron-practice', addresses: 'tron', fee: '1' } as WithdrawalTerms
const draft = { amount: '300', address: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' }
const body = { coin: terms.coin, chain: terms.chain, fee: '1', ...draft }
const order = orderOf(7, terms, draft)
const sending = (fee: string) => (idempotencyKey: string) =>
  api.call(requestWithdrawal, { body: { ...body, fee, idempotencyKey } })

function answering(...answers: readonly (object | Error)[]): string[] {
  const keys: string[] = []
  vi.spyOn(api, 'call').mockImplementation(async (_, options) => {
    keys.push((options as unknown as { body: { idempotencyKey: string } }).body.idempotencyKey)
    const answer = answers[keys.length - 1]
    if (answer instanceof Error) throw answer
    return answer
  })
  return keys
}

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

it('a withdrawal keeps its key after a lost answer, even if the fee has changed', async () => {
  const keys = answering(new ApiError('timeout', ''), { id: '1', status: 'queued' })
  await expect(withdrawOnce(order, sending('1'))).rejects.toMatchObject({ kind: 'timeout' })
  const other = orderOf(7, { ...terms, fee: '2' }, draft)
  expect(await withdrawOnce(other, sending('2'))).toMatchObject({ isRepeat: true })
  expect(keys[1]).toBe(keys[0])
})

it.each(['cancelled', 'refused', 'failed'])(
  'a withdrawal gets a new key when the lost one turns out to be %s',
  async (status) => {
    const keys = answering(new ApiError('network', ''), { id: '1', status }, { id: '2', status: 'queued' })
    await withdrawOnce(order, sending('1')).catch(() => undefined)
    expect(await withdrawOnce(order, sending('1'))).toMatchObject({
      withdrawal: { id: '2' },
      isRepeat: false,
    })
    expect(keys).toHaveLength(3)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  },
)

it('a withdrawal is not open when no passkey was used, because nothing was sent', async () => {
  const keys = answering(new PasskeyUnused(), { id: '1', status: 'queued' })
  await expect(withdrawOnce(order, sending('1'))).rejects.toThrow(PasskeyUnused)
  expect(isOrderOpen(order)).toBe(false)
  expect(await withdrawOnce(order, sending('1'))).toMatchObject({ isRepeat: false })
  expect(keys[1]).not.toBe(keys[0])
})

it('a withdrawal treats EVM addresses with different letter case as the same', () => {
  const evm = { ...terms, addresses: 'evm' } as const
  const to = (address: string) => orderOf(7, evm, { ...draft, address })
  expect(to(`0x${'AB'.repeat(20)}`)).toEqual(to(`0x${'ab'.repeat(20)}`))
  expect(orderOf(7, terms, { ...draft, address: draft.address.toLowerCase() })).not.toEqual(order)
})
