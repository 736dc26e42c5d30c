/**
 * The part of AppKit's modal that the WalletConnect provider uses, without a window: the pairing address reaches Koi's
 * own screens through the module's `handleUri`.
 */
export function createAppKit() {
  const listeners = new Set()
  const tell = (open) => {
    for (const listener of listeners) listener({ open })
  }
  return {
    open: async () => tell(true),
    close: async () => tell(false),
    subscribeState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    showErrorMessage() {},
  }
}
