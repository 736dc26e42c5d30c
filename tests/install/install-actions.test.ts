// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type * as InstallActions from '#features/install/install.actions.ts'
import type * as InstallState from '#features/install/install.state.ts'
import type * as StorageState from '#features/install/storage.state.ts'

const persist = vi.fn()
let actions: typeof InstallActions
let installState: typeof InstallState.installState
let isInstallCardDismissed: typeof InstallState.isInstallCardDismissed
let storageReport: typeof StorageState.storageReport

const offer = (outcome: 'accepted' | 'dismissed') =>
  Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn().mockResolvedValue({ outcome }),
  })

beforeEach(async () => {
  localStorage.clear()
  delete window.koiInstallPrompt
  vi.resetModules()
  persist.mockReset().mockResolvedValue(true)
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
    maxTouchPoints: 0,
    storage: { persist, persisted: async () => true, estimate: async () => ({ usage: 2, quota: 10 }) },
  })
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  actions = await import('#features/install/install.actions.ts')
  ;({ installState, isInstallCardDismissed } = await import('#features/install/install.state.ts'))
  storageReport = (await import('#features/install/storage.state.ts')).storageReport
})

describe('installation', () => {
  it("needs the browser's menu until the browser offers it", () => {
    actions.followInstall()
    expect(installState.get()).toEqual({ status: 'manual', way: 'menu' })
    expect(persist).not.toHaveBeenCalled()
  })

  it('uses an offer that came before the app started', () => {
    window.koiInstallPrompt = offer('accepted')
    actions.followInstall()
    expect(installState.get()).toEqual({ status: 'offered' })
  })

  it('asks the player once, and then asks the browser for persistent storage', async () => {
    actions.followInstall()
    const event = offer('accepted')
    window.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    expect(installState.get()).toEqual({ status: 'offered' })
    await Promise.all([actions.askToInstall(), actions.askToInstall()])
    expect(event.prompt).toHaveBeenCalledTimes(1)
    expect(installState.get()).toEqual({ status: 'installed' })
    expect(persist).toHaveBeenCalledTimes(1)
    await vi.waitFor(() =>
      expect(storageReport.get()).toEqual({
        status: 'known',
        isPersisted: true,
        usedBytes: 2,
        quotaBytes: 10,
      }),
    )
  })

  it('needs the menu after a refusal, until the browser offers it again', async () => {
    actions.followInstall()
    window.dispatchEvent(offer('dismissed'))
    await actions.askToInstall()
    expect(installState.get()).toEqual({ status: 'manual', way: 'menu' })
    window.dispatchEvent(offer('accepted'))
    expect(installState.get()).toEqual({ status: 'offered' })
  })

  it('is done once installed, and possible again once removed', async () => {
    actions.followInstall()
    window.dispatchEvent(new Event('appinstalled'))
    expect(installState.get()).toEqual({ status: 'installed' })
    actions.followInstall()
    expect(installState.get()).toEqual({ status: 'installed' })
    window.dispatchEvent(offer('accepted'))
    expect(installState.get()).toEqual({ status: 'offered' })
  })

  it('is done in the installed app, which asks for persistent storage', () => {
    vi.mocked(window.matchMedia).mockReturnValue({ matches: true } as MediaQueryList)
    actions.followInstall()
    expect(installState.get()).toEqual({ status: 'installed' })
    expect(persist).toHaveBeenCalled()
  })

  it('is not suggested after the player dismissed the card', () => {
    actions.dismissInstallCard()
    expect(isInstallCardDismissed.get()).toBe(true)
    isInstallCardDismissed.set(false)
    actions.followInstall()
    expect(isInstallCardDismissed.get()).toBe(true)
  })

  it('works in a browser without a storage manager', async () => {
    vi.stubGlobal('navigator', { userAgent: '', maxTouchPoints: 0 })
    actions.followInstall()
    window.dispatchEvent(new Event('appinstalled'))
    expect(installState.get()).toEqual({ status: 'installed' })
    await vi.waitFor(() => expect(storageReport.get().status).toBe('known'))
  })
})
