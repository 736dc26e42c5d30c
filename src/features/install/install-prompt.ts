/** https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface; Chromium only. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** An offer that came before the application ran; kept by `src/boot.js`. */
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

/** Whether an event is an offer that can be taken up. */
export function isInstallPrompt(event: Event | undefined): event is BeforeInstallPromptEvent {
  return event !== undefined && 'prompt' in event && typeof event.prompt === 'function'
}
