const listeners = new Set<() => void>()

/** Calls back if another tab changed WalletConnect's stored sessions, so that this page's copy is outdated. */
export function whenSessionsChange(hear: () => void): void {
  listeners.add(hear)
}

/** Call when another tab has changed them. */
export function forgetRelaySessions(): void {
  for (const hear of listeners) hear()
}
