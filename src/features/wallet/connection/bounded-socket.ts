/** Time limit for the relay's handshake; browsers wait for minutes. */
const HANDSHAKE_WITHIN_MS = 8_000
/** `closeHangingSockets` closes sockets that have been connecting for longer than this. */
const HANGING_AFTER_MS = 1_000

/** Connecting sockets, with their start times. */
const connecting = new Map<WebSocket, number>()

/**
 * Loads code whose sockets give up after a time limit; such code reads the global WebSocket class when it loads.
 * Browsers open one connection at a time to a host, so a socket that is never answered would block all later ones.
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

/** Closes unanswered handshakes, so that the next attempt starts a new one. */
export function closeHangingSockets(): void {
  for (const [socket, since] of connecting) {
    if (performance.now() - since >= HANGING_AFTER_MS) socket.close()
  }
}
