/** The part of an injected wallet that the page knows. */
export interface InjectedIdentity {
  readonly name: string
  /** Reverse domain name for EIP-6963; null for older wallets. */
  readonly rdns: string | null
  readonly uuid: string
  readonly icon: string
  /** Flag on `window.ethereum`, such as `isMetaMask`; null keeps it off the window. */
  readonly legacyFlag: string | null
  /** True if it announces itself only when the test says so. */
  readonly isLate: boolean
  /** Name of the function that calls Node. */
  readonly binding: string
}

interface Provider {
  [flag: string]: unknown
  providers?: Provider[]
}

type Listener = (...values: unknown[]) => void

/**
 * Runs in the page before its own scripts, and installs a provider (EIP-1193) whose requests Node answers. Must not
 * refer to anything outside itself.
 */
export function installProvider(identity: InjectedIdentity): void {
  const { name, rdns, uuid, icon, legacyFlag, isLate, binding } = identity
  const page = window as unknown as Record<string, unknown> & { ethereum?: Provider }
  const listeners = new Map<string, Set<Listener>>()
  type Answer = { result?: unknown; error?: { code: number; message: string } }
  const askNode = (call: unknown) => (page[binding] as (call: unknown) => Promise<Answer>)(call)

  const provider: Provider & { request: (call: unknown) => Promise<unknown> } = {
    async request(call: unknown) {
      const { method, params = [] } = call as { method: string; params?: unknown }
      const { result, error } = await askNode({ method, params })
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
    on(event: string, listener: Listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return provider
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
    isConnected: () => true,
  }
  if (legacyFlag !== null) provider[legacyFlag] = true
  page[`${binding}Emit`] = (event: string, value: unknown) =>
    listeners.get(event)?.forEach((listener) => listener(value))
  page[`${binding}Listeners`] = () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0)

  if (legacyFlag !== null) {
    const first = page.ethereum
    if (first) first.providers = [...(first.providers ?? [first]), provider]
    else page.ethereum = provider
  }
  if (rdns === null) return
  const detail = Object.freeze({ info: Object.freeze({ uuid, name, icon, rdns }), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  const begin = () => {
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
  if (isLate) page[`${binding}Begin`] = begin
  else begin()
}
