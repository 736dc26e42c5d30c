const listeners = new Set<() => void>()

/** Hears that another tab has changed the stored sessions of WalletConnect; what this page has read is out of date. */
export function whenSessionsChange(hear: () => void): void {
  listeners.add(hear)
}

/** Another tab has changed them. */
export function forgetRelaySessions(): void {
  for (const hear of listeners) hear()
}
