import { i18n } from '@lingui/core'
import { beforeAll, expect, it } from 'vitest'
import type { WalletConnection, WalletSession } from '#features/wallet/connection/wallet.state.ts'
import { noticeOf } from '#features/wallet/modal/wallet-notices.ts'
import { shownAddress } from '../support/addresses.ts'

const ADDRESS = shownAddress('0x71c7656ec7ab88b098defb751b7401b5f6d8976f')
const wallet = { via: 'injected', id: 'io.metamask', label: 'MetaMask', icon: null } as const
const connection: WalletConnection = {
  wallet,
  address: ADDRESS,
  accounts: [ADDRESS],
  chainId: 1,
}
const connected = (change: Partial<WalletConnection> = {}): WalletSession => ({
  status: 'connected',
  ...connection,
  ...change,
})
const none: WalletSession = { status: 'disconnected' }
const isServed = (chainId: number) => chainId === 1

beforeAll(() => i18n.loadAndActivate({ locale: 'en-US', messages: {} }))

it.each<[string, WalletSession, WalletSession, string | undefined]>([
  ['connecting', none, { status: 'connecting', wallet }, undefined],
  ['connected', { status: 'connecting', wallet }, connected(), 'MetaMask is connected: 0x71C7…976F'],
  ['given up', { status: 'connecting', wallet }, none, undefined],
  ['found again', { status: 'reconnecting', last: connection }, connected(), undefined],
  ['gone', connected(), none, 'MetaMask is disconnected.'],
  ['not found again', { status: 'reconnecting', last: connection }, none, 'MetaMask is disconnected.'],
  [
    'locked',
    connected(),
    { status: 'reconnecting', last: connection },
    'MetaMask is locked or does not answer. Unlock it to continue.',
  ],
  [
    'another account',
    connected(),
    connected({ address: shownAddress('0x1111111111111111111111111111111111111111') }),
    'MetaMask is on another account now: 0x1111…1111',
  ],
  ['a served chain', connected({ chainId: 5 }), connected(), undefined],
  [
    'another chain',
    connected(),
    connected({ chainId: 5 }),
    'MetaMask is on a network that Koi does not use.',
  ],
])('a change of the wallet shows the right notice: %s', (_, before, now, message) => {
  expect(noticeOf(before, now, isServed)?.message).toBe(message)
})
