import { readFrameMessage, type FrameMessage } from './frame-messages.ts'

/** A frame that has not loaded by then counts as missing. It may still come. */
export const LOAD_WITHIN_MS = 10_000

interface WatchOptions {
  /** Messages from any other are ignored. */
  readonly origin: string
  /** The provider's games say when they are ready: a frame that loaded without it shows an error page. */
  readonly tellsReady: boolean
  readonly onLoaded: () => void
  readonly onLate: () => void
  readonly onMessage: (message: FrameMessage) => void
}

/** Follows a frame from before it loads. Returns a function that stops it. */
export function watchFrame(frame: HTMLIFrameElement, options: WatchOptions): () => void {
  const { origin, tellsReady, onLoaded, onLate, onMessage } = options
  let isLoaded = false
  const timer = setTimeout(onLate, LOAD_WITHIN_MS)
  const loaded = () => {
    clearTimeout(timer)
    if (!isLoaded) onLoaded()
    isLoaded = true
  }
  const onLoad = () => {
    if (!tellsReady) loaded()
  }
  const onWindowMessage = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source === null || event.source !== frame.contentWindow) return
    const message = readFrameMessage(event.data)
    if (message === undefined) return
    if (message === 'ready') loaded()
    onMessage(message)
  }
  frame.addEventListener('load', onLoad)
  window.addEventListener('message', onWindowMessage)
  return () => {
    clearTimeout(timer)
    frame.removeEventListener('load', onLoad)
    window.removeEventListener('message', onWindowMessage)
  }
}
