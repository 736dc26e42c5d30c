import { openTabChannel } from '#lib/tab-channel.ts'

/** A tab in auto-play tells of many changes a second; the others ask the server so often at most. */
const LISTEN_EVERY_MS = 1_000

/** Hears of what other tabs change, and tells them of changes here. Tabs out of sight ask when they are looked at. */
export function followOtherTabs(
  name: string,
  onChange: () => void,
): { readonly tell: () => void; readonly close: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const { tell, close } = openTabChannel(name, () => {
    if (globalThis.document?.visibilityState === 'hidden') return
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
    }, LISTEN_EVERY_MS)
  })
  return {
    tell,
    close() {
      clearTimeout(timer)
      close()
    },
  }
}
