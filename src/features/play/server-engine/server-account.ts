import { openTabChannel } from '#lib/tab-channel.ts'
import { refresh } from './account-refresh.ts'
import {
  createAccountState,
  showStatus,
  type ServerAccount,
  type ServerAccountOptions,
} from './account-state.ts'
import { findBetsOfBefore } from './server-bets.ts'

/** A tab in auto-play tells of many changes a second; the others ask the server so often at most. */
const LISTEN_EVERY_MS = 1_000

/** Reads the play of a player, and keeps it up to date until it is closed. */
export function createServerAccount(options: ServerAccountOptions): ServerAccount {
  const account = createAccountState(options)
  followOtherTabs(account, options.uid)
  followConnection(account)
  showStatus(account)
  findBetsOfBefore(account)
  void refresh(account)
  return account
}

/** Tabs out of sight ask when they are looked at. */
function followOtherTabs(account: ServerAccount, uid: number): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const { tell, close } = openTabChannel(`koi-balance-play-${uid}`, () => {
    if (globalThis.document?.visibilityState === 'hidden') return
    timer ??= setTimeout(() => {
      timer = undefined
      account.followers.tell({ type: 'changed' })
      void refresh(account)
    }, LISTEN_EVERY_MS)
  })
  account.tellOtherTabs = tell
  account.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    close()
  })
}

function followConnection(account: ServerAccount): void {
  const { connection, signal } = account
  const stop = connection.subscribe(() => {
    showStatus(account)
    if (connection.get() === 'online') void refresh(account)
  })
  const onLook = () => {
    if (document.visibilityState === 'visible') void refresh(account)
  }
  globalThis.document?.addEventListener('visibilitychange', onLook, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(account.retry)
    stop()
  })
}
