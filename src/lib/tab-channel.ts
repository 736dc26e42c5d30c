/**
 * Notifies the other tabs of this browser. If the browser has no channels or refuses them, nothing is sent and nothing
 * fails.
 */
export function openTabChannel(
  name: string,
  onTold: () => void,
): { readonly tell: () => void; readonly close: () => void } {
  const channel = open(name)
  if (channel) channel.onmessage = onTold
  return {
    tell() {
      try {
        channel?.postMessage('changed')
      } catch {
        // Other tabs refresh when they become visible.
      }
    },
    close: () => channel?.close(),
  }
}

function open(name: string): BroadcastChannel | undefined {
  try {
    return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  } catch {
    // The browser refuses, for example because cookies are blocked.
    return undefined
  }
}
