/** A tab in auto-play tells of many changes a second; the others ask the server so often at most. */
const LISTEN_EVERY_MS = 1_000

/** Hears of what other tabs change, and tells them of changes here. Tabs out of sight ask when they are looked at. */
export function followOtherTabs(
  name: string,
  onChange: () => void,
): { readonly tell: () => void; readonly close: () => void } {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  let timer: ReturnType<typeof setTimeout> | undefined
  if (channel) {
    channel.onmessage = () => {
      if (globalThis.document?.visibilityState === 'hidden') return
      timer ??= setTimeout(() => {
        timer = undefined
        onChange()
      }, LISTEN_EVERY_MS)
    }
  }
  return {
    tell: () => channel?.postMessage('changed'),
    close() {
      clearTimeout(timer)
      channel?.close()
    },
  }
}
