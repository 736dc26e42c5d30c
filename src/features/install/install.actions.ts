import { browserStorage } from '#lib/browser-storage.ts'
import { installState, isInstallCardDismissed } from './install.state.ts'
import { installWayOf } from './install-way.ts'
import { askForPersistence } from './storage.actions.ts'

const INSTALLED_KEY = 'installed'
const CARD_KEY = 'install-card'
const INSTALLED_DISPLAY = '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)'

let offer: BeforeInstallPromptEvent | undefined

function isStandalone(): boolean {
  return navigator.standalone === true || window.matchMedia(INSTALLED_DISPLAY).matches
}

function takeOffer(event: Event | undefined): void {
  if (!isInstallPrompt(event)) return
  offer = event
  // The browser only offers the installation if the app is not installed.
  browserStorage.remove(INSTALLED_KEY)
  installState.set({ status: 'offered' })
}

function noteInstalled(): void {
  offer = undefined
  browserStorage.set(INSTALLED_KEY, 'yes')
  installState.set({ status: 'installed' })
  void askForPersistence()
}

/** Call once, at start. */
export function followInstall(): void {
  isInstallCardDismissed.set(browserStorage.get(CARD_KEY) === 'dismissed')
  installState.set({ status: 'manual', way: installWayOf(navigator) })
  if (isStandalone()) noteInstalled()
  else if (browserStorage.get(INSTALLED_KEY) === 'yes') installState.set({ status: 'installed' })
  takeOffer(window.koiInstallPrompt)
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    takeOffer(event)
  })
  window.addEventListener('appinstalled', noteInstalled)
}

/** Opens the browser's install dialog. An offer can be used once; the browser makes another one later. */
export async function askToInstall(): Promise<void> {
  if (!offer || installState.get().status !== 'offered') return
  const taken = offer
  offer = undefined
  window.koiInstallPrompt = undefined
  installState.set({ status: 'asking' })
  const { outcome } = await taken.prompt().catch(() => ({ outcome: 'dismissed' as const }))
  if (installState.get().status !== 'asking') return
  if (outcome === 'accepted') noteInstalled()
  else installState.set({ status: 'manual', way: installWayOf(navigator) })
}

/** Hides the card in the lobby permanently; Settings still offers the installation. */
export function dismissInstallCard(): void {
  browserStorage.set(CARD_KEY, 'dismissed')
  isInstallCardDismissed.set(true)
}

/** https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface; Chromium only. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** An offer that came before the app ran; stored by `src/boot.js`. */
    koiInstallPrompt?: Event | undefined
  }
  interface WindowEventMap {
    beforeinstallprompt: Event
  }
  interface Navigator {
    /** iOS only: the page runs from the home screen. */
    readonly standalone?: boolean
  }
}

function isInstallPrompt(event: Event | undefined): event is BeforeInstallPromptEvent {
  return event !== undefined && 'prompt' in event && typeof event.prompt === 'function'
}
