/** The time of the wallet's own part in a connection. */
export const WALLET_TAKES_MS = 200

/**
 * Runs before the scripts of a page: installs an extension, and `bench`, which records when an element is first visible
 * after a tap. Must not refer to anything outside itself.
 */
export function prepareBenchPage(walletTakesMs: number): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  let isPermitted = false
  const accounts = () => (isPermitted ? ['0x1234567890abcdef1234567890abcdef12345678'] : [])
  const provider = {
    async request({ method }: { method: string }) {
      if (method === 'eth_chainId') return '0xaa36a7'
      if (method === 'net_version') return '11155111'
      if (method === 'eth_accounts') return accounts()
      if (method === 'eth_requestAccounts') {
        await new Promise((done) => setTimeout(done, walletTakesMs))
        isPermitted = true
        return accounts()
      }
      if (method === 'wallet_revokePermissions') isPermitted = false
      if (method.startsWith('wallet_')) return null
      if (method === 'eth_getBalance') return '0x0'
      throw Object.assign(new Error('Unsupported'), { code: 4200 })
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/%3E'
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Bench Wallet',
    rdns: 'example.bench',
    icon,
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()

  let tappedAt = 0
  window.addEventListener('click', (event) => (tappedAt = event.timeStamp), { capture: true })

  /** Elements of the document and of every shadow root in it. */
  function* everywhere(root: Document | ShadowRoot = document): Generator<Element> {
    for (const element of root.querySelectorAll('*')) {
      yield element
      if (element.shadowRoot) yield* everywhere(element.shadowRoot)
    }
  }
  const isSeen = (element: Element) => {
    const { width, height, top, bottom } = element.getBoundingClientRect()
    return (
      width > 1 &&
      height > 1 &&
      top < innerHeight &&
      bottom > 0 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const find = (selector: string, text = '') => {
    for (const element of everywhere()) {
      if (element.matches(selector) && isSeen(element) && (element.textContent ?? '').includes(text))
        return element
    }
    return null
  }
  Object.assign(window, {
    bench: {
      /** The point to tap; null while the element is invisible. */
      place(selector: string, text?: string) {
        const box = find(selector, text)?.getBoundingClientRect()
        return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null
      },
      /** Milliseconds from the last tap to the frame in which it is visible, or `isThere` becomes true. */
      async seen(selector: string, withinMs: number) {
        const started = performance.now()
        while (performance.now() - started < withinMs) {
          await new Promise(requestAnimationFrame)
          if (find(selector)) return performance.now() - tappedAt
        }
        return null
      },
      async holds(condition: () => unknown, withinMs: number) {
        const started = performance.now()
        while (performance.now() - started < withinMs) {
          await new Promise(requestAnimationFrame)
          if (condition()) return performance.now() - tappedAt
        }
        return null
      },
      listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
      nodes: () => [...everywhere()].length,
    },
  })
}
