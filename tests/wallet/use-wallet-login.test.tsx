// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { WalletRejection } from '#features/wallet/connection/wallet-error.ts'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { useWalletLogin } from '#features/wallet/login/use-wallet-login.ts'
import * as walletLogin from '#features/wallet/login/wallet-login.ts'
import { shownAddress } from '../support/addresses.ts'

const ADDRESS = shownAddress('0x71c7656ec7ab88b098defb751b7401b5f6d8976f')
const connection: WalletConnection = {
  wallet: { via: 'injected', id: 'io.metamask', label: 'MetaMask', icon: null },
  address: ADDRESS,
  accounts: [ADDRESS],
  chainId: 1,
}
const signed = { message: 'm', signature: '0x11', label: 'MetaMask' }
const refusal = (code: string) => new ApiError('http', '', { status: 409, code })

beforeEach(() => i18n.loadAndActivate({ locale: 'en-US', messages: {} }))

function setUp(answers: (string | Error)[]) {
  const sign = vi.spyOn(walletLogin, 'signLogin').mockResolvedValue(signed)
  const send = vi.spyOn(walletLogin, 'logInWithSigned').mockImplementation(() => {
    const next = answers.shift() ?? new Error('asked too often')
    return typeof next === 'string' ? Promise.resolve(next) : Promise.reject(next)
  })
  const onToken = vi.fn<(token: string, isNewcomer: boolean) => Promise<void>>(() => Promise.resolve())
  const { result, unmount } = renderHook(() => useWalletLogin(connection, onToken), {
    wrapper: (props) => <I18nProvider i18n={i18n} {...props} />,
  })
  return { sign, send, onToken, result, unmount }
}

it('a known wallet logs in with one signature', async () => {
  const { result, onToken, sign } = setUp(['token'])
  await act(() => result.current.start())
  expect(sign).toHaveBeenCalledOnce()
  expect(onToken).toHaveBeenCalledWith('token', false)
})

it("a new wallet repeats its signature with the player's confirmation, and with a code if one is required", async () => {
  const { result, onToken, sign, send } = setUp([
    refusal('wallet_unknown'),
    refusal('totp_required'),
    'token',
  ])
  await act(() => result.current.start())
  expect(result.current.stage).toEqual({ at: 'newcomer', signed })
  await act(() => result.current.answer(signed, { isAdult: true, nickname: 'carp' }))
  expect(result.current.stage).toMatchObject({ at: 'code', signed, answers: { isAdult: true } })
  await act(() => result.current.answer(signed, { isAdult: true, nickname: 'carp', code: '123456' }))
  expect(onToken).toHaveBeenCalledWith('token', true)
  expect(sign).toHaveBeenCalledOnce()
  expect(send).toHaveBeenLastCalledWith(signed, expect.objectContaining({ isAdult: true, code: '123456' }))
})

it('a refusal in the wallet is shown as a refusal, and a retry asks for a new signature', async () => {
  const { result, sign, onToken } = setUp(['token'])
  sign.mockRejectedValueOnce(new WalletRejection())
  await act(() => result.current.start())
  expect(result.current.stage).toEqual({ at: 'failed', error: expect.any(WalletRejection) as unknown })
  await act(() => result.current.start())
  expect(onToken).toHaveBeenCalledOnce()
})

it('an expired signature leads back to signing, and a wrong code stays in its form', async () => {
  const { result } = setUp([
    refusal('totp_required'),
    refusal('totp_invalid'),
    refusal('wallet_message_expired'),
  ])
  await act(() => result.current.start())
  await expect(result.current.answer(signed, { code: '1' })).rejects.toMatchObject({ code: 'totp_invalid' })
  expect(result.current.stage.at).toBe('code')
  await act(() => result.current.answer(signed, { code: '2' }))
  expect(result.current.stage).toMatchObject({ at: 'failed', error: { code: 'wallet_message_expired' } })
})

it('a late answer to a cancelled log-in is ignored', async () => {
  const { result, sign, onToken } = setUp(['token'])
  let finish = (_value: typeof signed) => {}
  sign.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)))
  let started: Promise<void> | undefined
  act(() => void (started = result.current.start()))
  expect(result.current.stage).toEqual({ at: 'signing' })
  act(() => result.current.stop())
  finish(signed)
  await act(async () => started)
  expect(onToken).not.toHaveBeenCalled()
  expect(result.current.stage).toEqual({ at: 'start' })
})
