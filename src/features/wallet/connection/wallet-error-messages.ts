import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { WalletError, type WalletErrorCode } from './wallet-error.ts'

const MESSAGES: Record<WalletErrorCode, MessageDescriptor> = {
  timeout: msg`Connection timeout or user rejected. Open the wallet, then try again.`,
  code_unavailable: msg`The part of Koi that talks to wallets did not load. Check your connection, then try again.`,
  config_unavailable: msg`Koi could not load its networks. Check your connection, then try again.`,
  no_chains: msg`No chains found on connector. This server names no network; tell its operator.`,
  connector_not_found: msg`This wallet is not in this browser any more. Install it again, or choose another one.`,
  already_connected: msg`This wallet is connected already. Disconnect it first to connect it again.`,
  chain_not_configured: msg`Koi does not support this network. Choose one that it supports.`,
  not_connected: msg`No wallet is connected. Connect one and try again.`,
  no_account: msg`The wallet shows no account to Koi. Unlock it, allow an account, and try again.`,
  chain_kept: msg`The wallet did not switch its network. Choose the right network in the wallet, then try again.`,
  insufficient_funds: msg`The wallet does not have enough for the amount and the network fee. Choose a smaller amount, or add coins first.`,
  send_unanswered: msg`The wallet did not say if it sent the payment. Check the wallet before you pay again.`,
  account_changed: msg`The wallet is on another account now. Go back to the one that is connected, or connect again.`,
  walletconnect_unavailable: msg`This server cannot reach wallets on other devices. Use a wallet in this browser.`,
  relay_unreachable: msg`The relay between Koi and your phone cannot be reached. Check your connection, then try again.`,
  pairing_expired: msg`This code has expired. Get a new one.`,
  session_ended: msg`The wallet has ended the connection. Connect again when you like.`,
  all_ways_failed: msg`The wallet could not be opened by link or by code. Try again, or choose another wallet.`,
  link_blocked: msg`The browser did not open the wallet’s app. Allow it, or scan the code instead.`,

  unauthorized: msg`The wallet has not allowed this for Koi. Connect again and allow the account.`,
  method_unsupported: msg`This wallet cannot do what Koi asked for. Try another one.`,
  wallet_disconnected: msg`The wallet is not connected to any network. Check its connection, then try again.`,
  chain_disconnected: msg`The wallet is not connected to this network. Check its connection, or switch the network.`,
  chain_unknown: msg`The wallet does not know this network. Add it in the wallet, then try again.`,
  request_pending: msg`A request is waiting in your wallet already. Open it and answer that one.`,
  internal: msg`Something went wrong inside the wallet. Try again, or restart the wallet.`,
  invalid_params: msg`The wallet did not accept the request. Update the wallet and try again.`,
  limit_exceeded: msg`The wallet takes no more requests for now. Wait a minute, then try again.`,
  request_refused: msg`The wallet declined the request. Check the wallet, then try again.`,

  invalid_method: msg`The wallet was asked for something it does not know (1001). Update it, or try another one.`,
  invalid_event: msg`The wallet sent a message that is not allowed (1002). Update it, or try another one.`,
  invalid_update: msg`The wallet’s change to the connection is not valid (1003). Disconnect, then connect again.`,
  invalid_extend: msg`The connection could not be extended (1004). Disconnect, then connect again.`,
  invalid_settle: msg`The wallet gave a wrong answer to the connection (1005). Update it, or try another one.`,
  unauthorized_method: msg`This request was never allowed for Koi (3001). Disconnect, then connect again.`,
  unauthorized_event: msg`The wallet sent something that was not agreed (3002). Disconnect, then connect again.`,
  unauthorized_update: msg`This change of the connection is not allowed (3003). Disconnect, then connect again.`,
  unauthorized_extend: msg`This connection cannot be extended (3004). Disconnect, then connect again.`,
  unsupported_chains: msg`Unsupported chains. Add one of Koi’s networks to the wallet, then try again.`,
  unsupported_methods: msg`Unsupported methods. This wallet cannot sign the way Koi needs; try another one.`,
  unsupported_events: msg`Unsupported events. This wallet does not report its changes; try another one.`,
  unsupported_accounts: msg`Unsupported accounts. Choose an Ethereum account in the wallet, then try again.`,
  unsupported_namespace_key: msg`This wallet does not support Ethereum networks. Try another one.`,
  user_disconnected: msg`The connection was ended in the wallet. Connect again when you like.`,
  settlement_failed: msg`Koi and the wallet could not agree on a connection (7000). Try again with a new code.`,
  wc_method_unsupported: msg`The wallet uses another version of WalletConnect (10001). Update it and try again.`,

  not_initialized: msg`The connection was not ready yet. Try again.`,
  no_matching_key: msg`This connection is not known any more. Connect again.`,
  restore_will_override: msg`An older connection is still open. Reload the page and connect again.`,
  resubscribed: msg`The connection came back while it was being used. Try again.`,
  missing_or_invalid: msg`Missing or invalid. The wallet’s answer is not complete. Update the wallet, or try another one.`,
  expired: msg`The request has expired. Try again.`,
  unknown_type: msg`The wallet sent something Koi cannot read. Update it, or try another one.`,
  mismatched_topic: msg`The wallet answered another connection. Disconnect there, then connect again.`,
  non_conforming_namespaces: msg`The wallet allowed less than Koi needs. Try again and allow the network and the account.`,

  unknown: msg`Something went wrong between Koi and the wallet. Try again, or choose another wallet.`,
}

/** A sentence about an error of the wallet, or of the server about the wallet: what happened and what to do next. */
export function walletErrorMessage(error: unknown): MessageDescriptor {
  if (error instanceof WalletError) return MESSAGES[error.code]
  return errorMessageOf(error)
}
