/** What can go wrong between the player and a wallet, one name for each sentence there is about it. */
export const WALLET_ERROR_CODES = [
  // Of connecting. `timeout` is said as 'Connection timeout or user rejected'.
  'timeout',
  /** The code that talks to wallets did not arrive in time. */
  'code_unavailable',
  /** What the server says about chains and the relay could not be had. */
  'config_unavailable',
  /** 'No chains found on connector.' */
  'no_chains',
  'connector_not_found',
  'already_connected',
  'chain_not_configured',
  /** A request while no wallet is connected. */
  'not_connected',
  /** The wallet has no account for this site, as when it is locked. */
  'no_account',
  /** The wallet stays on its network, whatever it answered. */
  'chain_kept',
  /** Not enough of the coin, or of the network's own for the fee. */
  'insufficient_funds',
  /** The wallet was asked to send, and its answer does not say whether it did. */
  'send_unanswered',
  /** The wallet signs for another account than the connected one. */
  'account_changed',
  /** WalletConnect is not configured on this server. */
  'walletconnect_unavailable',
  'relay_unreachable',
  'pairing_expired',
  /** A session whose wallet ended it, or which ran out. */
  'session_ended',
  /** Neither its link nor its code opened the wallet. */
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
  /** 'Unsupported chains.' */
  'unsupported_chains',
  /** 'Unsupported methods.' */
  'unsupported_methods',
  /** 'Unsupported events.' */
  'unsupported_events',
  /** 'Unsupported accounts.' */
  'unsupported_accounts',
  'unsupported_namespace_key',
  'user_disconnected',
  'settlement_failed',
  'wc_method_unsupported',

  // Of WalletConnect in general: 1–9.
  'not_initialized',
  'no_matching_key',
  'restore_will_override',
  'resubscribed',
  /** 'Missing or invalid.' */
  'missing_or_invalid',
  'expired',
  'unknown_type',
  'mismatched_topic',
  'non_conforming_namespaces',

  'unknown',
] as const
export type WalletErrorCode = (typeof WALLET_ERROR_CODES)[number]

/** A failure of the wallet, its relay or its chain. Its sentence for the player comes from `code`. */
export class WalletError extends Error {
  readonly code: WalletErrorCode

  constructor(code: WalletErrorCode, message: string = code, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WalletError'
    this.code = code
  }
}

/** The player said no in the wallet, or gave up here. Calm: nothing is shown in red. */
export class WalletRejection extends Error {
  constructor(message = 'Rejected by the player', options?: ErrorOptions) {
    super(message, options)
    this.name = 'WalletRejection'
  }
}
