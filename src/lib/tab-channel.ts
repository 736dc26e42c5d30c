/**
 * A way to tell the other tabs of this browser that something has changed. Where the browser has none, or refuses it,
 * nobody hears of it, and nothing else fails.
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
        // They ask when they are looked at.
      }
    },
    close: () => channel?.close(),
  }
}

function open(name: string): BroadcastChannel | undefined {
  try {
    return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  } catch {
    // As where cookies are blocked.
    return undefined
  }
}
