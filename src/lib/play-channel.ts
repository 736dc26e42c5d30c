/** Tells other tabs that the stored state of play has changed. */
export interface PlayChannel {
  announce(): void
  close(): void
}

const CHANGED = 'changed'

/** `onChange` is called for announcements of other tabs; where tabs cannot talk it never is. */
export function openPlayChannel(name: string, onChange: () => void): PlayChannel {
  if (typeof BroadcastChannel === 'undefined') return { announce: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === CHANGED) onChange()
  }
  return {
    announce: () => channel.postMessage(CHANGED),
    close: () => channel.close(),
  }
}
