import type { WalletProvider } from '#features/wallet/connection/guarded-provider.ts'

type Listener = (payload: unknown) => void
type Handler = (params: unknown) => unknown

/** An EIP-1193 provider in the test's own page. The test sets its answers and counts its listeners. */
export function pageWallet(
  options: { accounts?: string[]; chainId?: string; answers?: Record<string, Handler> } = {},
) {
  const listeners = new Map<string, Set<Listener>>()
  const state = { accounts: options.accounts ?? [ALICE], chainId: options.chainId ?? '0xaa36a7' }
  const asked: string[] = []
  const answers: Record<string, Handler> = {
    eth_requestAccounts: () => state.accounts,
    eth_accounts: () => state.accounts,
    eth_chainId: () => state.chainId,
    ...options.answers,
  }
  const provider: WalletProvider & Record<string, unknown> = {
    async request({ method, params }) {
      asked.push(method)
      const answer = answers[method]
      if (!answer) throw Object.assign(new Error(`no ${method}`), { code: 4200 })
      return answer(params)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }
  const emit = (event: string, payload: unknown) =>
    Array.from(listeners.get(event) ?? []).forEach((listener) => listener(payload))
  return {
    provider,
    asked,
    answers,
    state,
    emit,
    listenerCount: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    setAccounts(accounts: string[]) {
      state.accounts = accounts
      emit('accountsChanged', accounts)
    },
    setChain(chainId: string) {
      state.chainId = chainId
      emit('chainChanged', chainId)
    },
  }
}

export const ALICE = '0x' + 'a1'.repeat(20)
export const BOB = '0x' + 'b2'.repeat(20)

/**
 * Announces the wallet by EIP-6963, now and on request.
 * @returns a function that stops it
 */
export function announce(provider: unknown, info: Record<string, unknown> = {}): () => void {
  const detail = {
    info: {
      uuid: crypto.randomUUID(),
      name: 'MetaMask',
      rdns: 'io.metamask',
      icon: 'data:image/png;base64,AA',
      ...info,
    },
    provider,
  }
  const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', say)
  say()
  return () => window.removeEventListener('eip6963:requestProvider', say)
}
