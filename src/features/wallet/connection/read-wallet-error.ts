import { WalletError, WalletRejection, type WalletErrorCode } from './wallet-error.ts'

/**
 * Error numbers of wallets (EIP-1193, EIP-1474), of WalletConnect's protocol and of its library. If a number has
 * several meanings, this is the one that reaches a site.
 */
const BY_NUMBER: Readonly<Record<number, WalletErrorCode>> = {
  4100: 'unauthorized',
  4200: 'method_unsupported',
  4900: 'wallet_disconnected',
  4901: 'chain_disconnected',
  4902: 'chain_unknown',
  [-32_000]: 'request_refused',
  [-32_001]: 'request_refused',
  [-32_002]: 'request_pending',
  [-32_003]: 'request_refused',
  [-32_004]: 'method_unsupported',
  [-32_005]: 'limit_exceeded',
  [-32_006]: 'method_unsupported',
  [-32_600]: 'invalid_params',
  [-32_601]: 'method_unsupported',
  [-32_602]: 'invalid_params',
  [-32_603]: 'internal',
  [-32_700]: 'invalid_params',

  1001: 'invalid_method',
  1002: 'invalid_event',
  1003: 'invalid_update',
  1004: 'invalid_extend',
  1005: 'invalid_settle',
  3001: 'unauthorized_method',
  3002: 'unauthorized_event',
  3003: 'unauthorized_update',
  3004: 'unauthorized_extend',
  5100: 'unsupported_chains',
  5101: 'unsupported_methods',
  5102: 'unsupported_events',
  5103: 'unsupported_accounts',
  5104: 'unsupported_namespace_key',
  6000: 'user_disconnected',
  7000: 'settlement_failed',
  10_001: 'wc_method_unsupported',

  1: 'not_initialized',
  2: 'no_matching_key',
  3: 'restore_will_override',
  4: 'resubscribed',
  5: 'missing_or_invalid',
  6: 'expired',
  7: 'unknown_type',
  8: 'mismatched_topic',
  9: 'non_conforming_namespaces',
}

/** The player declined: codes of EIP-1193, ethers and WalletConnect, for the whole request or a part of it. */
const REJECTIONS: ReadonlySet<unknown> = new Set([4001, 5000, 5001, 5002, 5003, 'ACTION_REJECTED'])

/** For errors without a number. The library's own texts come first; they have no translations. */
const BY_TEXT: readonly (readonly [RegExp, WalletErrorCode | 'rejected'])[] = [
  [/no matching key/i, 'no_matching_key'],
  [/no chains found on connector/i, 'no_chains'],
  [/connector not found/i, 'connector_not_found'],
  [/connector already connected/i, 'already_connected'],
  [/chain(?: "[^"]*")? not configured/i, 'chain_not_configured'],
  [/not initialized/i, 'not_initialized'],
  [/restore will override/i, 'restore_will_override'],
  [/resubscribed/i, 'resubscribed'],
  [/proposal expired|pairing expired/i, 'pairing_expired'],
  [/request expired|^expired/i, 'expired'],
  [/unsupported chains/i, 'unsupported_chains'],
  [/unsupported accounts/i, 'unsupported_accounts'],
  [/unsupported methods/i, 'unsupported_methods'],
  [/unsupported events/i, 'unsupported_events'],
  [/unsupported namespace key/i, 'unsupported_namespace_key'],
  [/unsupported wc_ method/i, 'wc_method_unsupported'],
  [/non conforming namespaces/i, 'non_conforming_namespaces'],
  [/mismatched topic/i, 'mismatched_topic'],
  [/missing or invalid/i, 'missing_or_invalid'],
  [/session settlement failed/i, 'settlement_failed'],
  [/user disconnected/i, 'user_disconnected'],
  [/unknown type/i, 'unknown_type'],
  [/no internet connection|failed to publish|socket (?:stalled|hang up)|websocket/i, 'relay_unreachable'],
  [/already (?:pending|processing)/i, 'request_pending'],
  [/(?:user|request|was) (?:rejected|denied|cancell?ed|declined)/i, 'rejected'],
]

/** Wallets, nodes and tokens report this under many numbers. */
const TOO_LITTLE = /insufficient (?:funds|balance)|exceeds (?:the )?(?:account )?balance/i

interface Thrown {
  readonly code: unknown
  readonly message: string
}

/**
 * Classifies anything that a wallet or a library threw: an error, a plain object (as WalletConnect's rejections are) or
 * a text. Also reads the causes, because wallets wrap errors of others.
 */
export function readWalletError(thrown: unknown): WalletError | WalletRejection {
  if (thrown instanceof WalletError || thrown instanceof WalletRejection) return thrown
  const layers = layersOf(thrown)
  const message = layers[0]?.message ?? ''
  if (layers.some(({ code }) => REJECTIONS.has(code))) return new WalletRejection(message, { cause: thrown })
  if (layers.some((layer) => TOO_LITTLE.test(layer.message))) {
    return new WalletError('insufficient_funds', message, { cause: thrown })
  }
  // Wallets wrap the real error in `internal`: an inner layer is more precise.
  const numbered = layers.flatMap(({ code }) => (typeof code === 'number' ? (BY_NUMBER[code] ?? []) : []))
  const named = numbered.findLast((code) => code !== 'internal')
  if (named) return new WalletError(named, message, { cause: thrown })
  for (const layer of layers) {
    const code = BY_TEXT.find(([pattern]) => pattern.test(layer.message))?.[1]
    if (code === 'rejected') return new WalletRejection(message, { cause: thrown })
    if (code) return new WalletError(code, message, { cause: thrown })
  }
  return new WalletError(numbered[0] ?? 'unknown', message, { cause: thrown })
}

const MAX_DEPTH = 5

/** The thrown value and the errors it wraps, outermost first. */
function layersOf(thrown: unknown): Thrown[] {
  const layers: Thrown[] = []
  let current = thrown
  while (layers.length < MAX_DEPTH && current !== undefined && current !== null) {
    const fields = Object(current) as Record<string, unknown>
    const message = typeof current === 'string' ? current : fields['message']
    layers.push({ code: numberOf(fields['code']), message: typeof message === 'string' ? message : '' })
    current = fields['cause'] ?? fields['originalError'] ?? inner(fields['data'])
  }
  return layers
}

/** MetaMask uses `data.originalError`; `data` itself counts only if it looks like an error. */
function inner(field: unknown): unknown {
  if (typeof field !== 'object' || field === null) return undefined
  const { originalError, code } = field as Record<string, unknown>
  return originalError ?? (code === undefined ? undefined : field)
}

/** Some wallets send the number as text. */
function numberOf(code: unknown): unknown {
  return typeof code === 'string' && /^-?\d{1,6}$/.test(code) ? Number(code) : code
}
