/** So long the relay may take to shake hands; browsers wait for minutes. */
const HANDSHAKE_WITHIN_MS = 8_000
/** A socket that is this old and still connecting is given up for a new attempt. */
const HANGING_AFTER_MS = 1_000

/** Sockets that are connecting, and since when. */
const connecting = new Map<WebSocket, number>()

/**
 * Loads code that opens sockets, which takes the page's class of them when it is loaded. Theirs give up: browsers
 * connect one socket at a time with a host, so one that is never answered would hold up all later ones.
 */
export async function loadWithBoundedSockets<T>(load: () => Promise<T>): Promise<T> {
  const PageSocket = globalThis.WebSocket as typeof WebSocket | undefined
  if (!PageSocket) return load()
  class BoundedSocket extends PageSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args)
      connecting.set(this, performance.now())
      const timer = setTimeout(() => this.close(), HANDSHAKE_WITHIN_MS)
      const settle = () => {
        clearTimeout(timer)
        connecting.delete(this)
      }
      this.addEventListener('open', settle)
      this.addEventListener('close', settle)
    }
  }
  globalThis.WebSocket = BoundedSocket
  try {
    return await load()
  } finally {
    globalThis.WebSocket = PageSocket
  }
}

/** Gives up handshakes that nobody has answered, so that the next one is a new one. */
export function closeHangingSockets(): void {
  for (const [socket, since] of connecting) {
    if (performance.now() - since >= HANGING_AFTER_MS) socket.close()
  }
}
