/** Errors between player and wallet; each code has one sentence. */
export const WALLET_ERROR_CODES = [
  // Errors of connecting. `timeout` has the text 'Connection timeout or user rejected'.
  'timeout',
  /** The wallet code did not load in time. */
  'code_unavailable',
  /** The server's chains and relay could not be read. */
  'config_unavailable',
  /** 'No chains found on connector.' */
  'no_chains',
  'connector_not_found',
  'already_connected',
  'chain_not_configured',
  /** A request was made without a connected wallet. */
  'not_connected',
  /** The wallet has no account for this site, for example because it is locked. */
  'no_account',
  /** The wallet stays on its network although it agreed to switch. */
  'chain_kept',
  /** Too little of the coin, or of the network's own coin for the fee. */
  'insufficient_funds',
  /** The wallet was asked to send, and did not tell if it did. */
  'send_unanswered',
  /** The wallet signed for another account than the connected one. */
  'account_changed',
  /** WalletConnect is not configured on this server. */
  'walletconnect_unavailable',
  'relay_unreachable',
  'pairing_expired',
  /** The session expired, or its wallet ended it. */
  'session_ended',
  /** Neither link nor code opened the wallet. */
  'all_ways_failed',
  /** The browser refused to open the wallet's app. */
  'link_blocked',

  // EIP-1193 and JSON-RPC: 4100, 4200, 4900, 4901, 4902, -32002, -32603, -32602, -32005, -32000 and the like.
  'unauthorized',
  'method_unsupported',
  'wallet_disconnected',
  'chain_disconnected',
  'chain_unknown',
  'request_pending',
  'internal',
  'invalid_params',
  'limit_exceeded',
  'request_refused',

  // WalletConnect's protocol: 1001–1005, 3001–3004, 5100–5104, 6000, 7000, 10001.
  'invalid_method',
  'invalid_event',
  'invalid_update',
  'invalid_extend',
  'invalid_settle',
  'unauthorized_method',
  'unauthorized_event',
  'unauthorized_update',
  'unauthorized_extend',
  'unsupported_chains',
  'unsupported_methods',
  'unsupported_events',
  'unsupported_accounts',
  'unsupported_namespace_key',
  'user_disconnected',
  'settlement_failed',
  'wc_method_unsupported',

  // WalletConnect in general: 1–9.
  'not_initialized',
  'no_matching_key',
  'restore_will_override',
  'resubscribed',
  'missing_or_invalid',
  'expired',
  'unknown_type',
  'mismatched_topic',
  'non_conforming_namespaces',

  'unknown',
] as const
export type WalletErrorCode = (typeof WALLET_ERROR_CODES)[number]

/** An error of the wallet, its relay or its chain. `code` leads to the sentence for the player. */
export class WalletError extends Error {
  readonly code: WalletErrorCode

  constructor(code: WalletErrorCode, message: string = code, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WalletError'
    this.code = code
  }
}

/** The player declined in the wallet or cancelled here. Not an error: the app shows nothing in red. */
export class WalletRejection extends Error {
  constructor(message = 'Rejected by the player', options?: ErrorOptions) {
    super(message, options)
    this.name = 'WalletRejection'
  }
}
