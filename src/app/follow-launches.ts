import type { RouterHistory } from '@tanstack/react-router'
import { handedFile } from '#lib/shared-file.ts'

/** https://wicg.github.io/web-app-launch; the DOM library lacks it. */
interface LaunchParams {
  readonly targetURL?: string
  readonly files: readonly { getFile(): Promise<File> }[]
}
interface LaunchQueue {
  setConsumer(consumer: (launch: LaunchParams) => void): void
}

const START = '/?launch'

/**
 * Takes launches of the installed app: this page, which the manifest asks to be kept, goes to the address of a shortcut or
 * a link, and a file goes to its page. The icon only brings it to the front. Without `launchQueue` the browser opens
 * the address itself.
 */
export function followLaunches({ history }: { readonly history: Pick<RouterHistory, 'push'> }): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  let isFirst = true
  launchQueue?.setConsumer(({ targetURL, files: [file] }) => {
    // The launch that has opened this page: the player may be elsewhere by now.
    const isOpened = isFirst && targetURL === performance.getEntriesByType('navigation')[0]?.name
    isFirst = false
    if (file) {
      file.getFile().then(
        (opened) => {
          handedFile.set(opened)
          history.push('/verify')
        },
        () => history.push('/verify?file=lost'),
      )
      return
    }
    if (isOpened || targetURL === undefined || !URL.canParse(targetURL)) return
    const url = new URL(targetURL)
    if (url.origin !== location.origin) return
    const address = url.pathname + url.search + url.hash
    if (address !== START && address !== location.pathname + location.search) history.push(address)
  })
}
