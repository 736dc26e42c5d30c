// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { WalletLogin } from '#features/wallet/login/WalletLogin.tsx'
import * as walletLogin from '#features/wallet/login/wallet-login.ts'
import { shownAddress } from '../support/addresses.ts'
import { renderWallet } from './render-wallet.tsx'

const ADDRESS = shownAddress('0x71c7656ec7ab88b098defb751b7401b5f6d8976f')
const connection: WalletConnection = {
  wallet: { via: 'injected', id: 'koi.practice', label: 'Practice wallet', icon: null },
  address: ADDRESS,
  accounts: [ADDRESS],
  chainId: 1,
}

it('the message tells the player to sign in the wallet, and disappears while the server checks the signature', async () => {
  const signed = { message: 'm', signature: '0x11', label: 'Practice wallet' }
  let sign: (value: typeof signed) => void = () => {}
  vi.spyOn(walletLogin, 'signLogin').mockReturnValue(new Promise((resolve) => (sign = resolve)))
  vi.spyOn(walletLogin, 'logInWithSigned').mockReturnValue(new Promise(() => {}))
  renderWallet(
    <WalletLogin
      connection={connection}
      onToken={() => Promise.resolve()}
      startsAtOnce={false}
      onStarted={() => {}}
      card={null}
    >
      {null}
    </WalletLogin>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Log in with this wallet' }))
  const waits = /A message is waiting in/
  const mustShow = /The message must show this site’s address/
  expect(screen.getByText(waits)).toBeTruthy()
  expect(screen.getByText(mustShow)).toBeTruthy()
  await act(async () => {
    sign(signed)
    await Promise.resolve()
  })
  expect(screen.getByText('Checking the signature')).toBeTruthy()
  expect(screen.queryByText(waits)).toBeNull()
  expect(screen.queryByText(mustShow)).toBeNull()
})
