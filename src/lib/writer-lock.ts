/** Of all tabs of the app one may write; it lets go when another one asks. */
export interface WriterLock {
  /** This tab is the writer, and nobody has asked for its place. */
  isHeld(): boolean
  /** Resolves once this tab is the writer, or where tabs cannot agree on one. @throws WriterLockError */
  acquire(): Promise<void>
  /** Tells the other tabs that something was written. */
  announce(): void
  close(): void
}

/** The tab that writes does not let go. */
export class WriterLockError extends Error {
  override readonly name = 'WriterLockError'
}

/** What is used of the browser's lock manager. */
export type Locks = Pick<LockManager, 'request'>

export interface WriterLockOptions {
  /** Shared by the tabs that write to the same place. */
  readonly name: string
  /** Missing where a page is served without encryption. */
  readonly locks: Locks | undefined
  /** Resolves once nothing is being written here; then the next tab may begin. */
  readonly settle: () => Promise<void>
  /** The tab is not the writer any more: what it knows may be old from now on. */
  readonly onLost: () => void
  /** Another tab announced. */
  readonly onAnnounced: () => void
}

const ACQUIRE_WITHIN_MS = 10_000
/** The message may overtake the request, and whoever becomes the writer in between has not heard it. */
const ASK_EVERY_MS = 150
const WRITTEN = 'changed'
const WANTED = 'wanted'

/** Web Locks decide who is the writer, and a channel asks it to let go: a lock alone is held for good. */
export function createWriterLock({
  name,
  locks,
  settle,
  onLost,
  onAnnounced,
}: WriterLockOptions): WriterLock {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  /** Undefined when this tab is not the writer, or is about to stop being it. */
  let letGo: (() => void) | undefined
  let acquiring: Promise<void> | undefined
  let isClosed = false

  function giveUp(): void {
    if (!letGo) return
    const release = letGo
    letGo = undefined
    onLost()
    void settle().finally(release)
  }

  async function ask(available: Locks): Promise<void> {
    const signal = AbortSignal.timeout(ACQUIRE_WITHIN_MS)
    const callOut = () => channel?.postMessage(WANTED)
    const calling = setInterval(callOut, ASK_EVERY_MS)
    callOut()
    try {
      await new Promise<void>((resolve, reject) => {
        const request = async () =>
          available.request(name, { signal }, () => {
            const held = new Promise<void>((release) => (letGo = release))
            if (isClosed) giveUp()
            resolve()
            return held
          })
        // Locks are refused where storage is, and then there is nothing to write to.
        request().catch((error: unknown) =>
          signal.aborted ? reject(new WriterLockError(name, { cause: error })) : resolve(),
        )
      })
    } finally {
      clearInterval(calling)
    }
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === WANTED) giveUp()
      if (data === WRITTEN) onAnnounced()
    }
  }
  /** Nobody is heard by a page that is kept for going back to it. */
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onAnnounced()
  }
  // And one that holds a lock is not kept.
  globalThis.addEventListener?.('pagehide', giveUp)
  globalThis.addEventListener?.('pageshow', onShow)

  return {
    isHeld: () => letGo !== undefined,
    async acquire() {
      // Without a channel nobody could ask for the lock.
      if (letGo || !locks || !channel || isClosed) return
      acquiring ??= ask(locks).finally(() => (acquiring = undefined))
      await acquiring
    },
    announce() {
      if (!isClosed) channel?.postMessage(WRITTEN)
    },
    close() {
      isClosed = true
      globalThis.removeEventListener?.('pagehide', giveUp)
      globalThis.removeEventListener?.('pageshow', onShow)
      giveUp()
      channel?.close()
    },
  }
}
