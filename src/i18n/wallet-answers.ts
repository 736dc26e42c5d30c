import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { addErrorMessages, type WalletAnswerCode } from './error-messages.ts'

/** Server errors about wallets, in a file of their own to keep them out of the first load. */
const MESSAGES: Record<WalletAnswerCode, MessageDescriptor> = {
  explorer_unavailable: msg`The list of wallets is not available right now. Use an installed wallet, or try again in a minute.`,
  wallet_message_invalid: msg`The wallet changed what it was asked to sign. Try again, or use another wallet.`,
  wallet_domain_wrong: msg`The wallet signed for another site. Check the address of this page before you try again.`,
  wallet_message_used: msg`This signature was used before. Sign again.`,
  wallet_message_expired: msg`The signature came too late. Sign again within five minutes.`,
  wallet_signature_wrong: msg`The signature does not match the address. Check which account is active in the wallet, then sign again.`,
  wallet_chain_unsupported: msg`The wallet is on a network that Koi does not use. Switch the network, then try again.`,
  wallet_chain_unavailable: msg`The network cannot be reached right now, so nothing was changed. Try again in a minute.`,
  wallet_unknown: msg`No account has this wallet yet. Confirm that you are 18 or older to open one.`,
  wallet_not_linked: msg`This wallet is not linked to your account. Link it, then try again.`,
  wallet_practice_limit: msg`One payment of practice money may be worth 1,000,000 dollars at most. Choose a smaller amount.`,
  wallet_key_needed: msg`Your account accepts only signatures made with this wallet’s own key. Sign with that key, or log in another way.`,
  wallet_deposits_only: msg`This wallet only pays into its account. Log in another way, then link it under Security to log in with it.`,
  wallet_unproven: msg`This wallet was linked before Koi saved its network. Log in another way, then link it again under Security.`,
  wallet_proof_needed: msg`This wallet was linked to another account before. Link it under Security, then pay with it.`,
  nft_not_held: msg`This wallet does not hold the NFT any more. Refresh the list, and choose another one.`,
  nft_picture_unreadable: msg`Koi cannot read this NFT’s picture: it reads JPEG, PNG and WebP that lie in the contract or on IPFS. Choose another one.`,
  wallet_taken: msg`Another account has this wallet. Log in with the wallet, or link a different one.`,
}

addErrorMessages(MESSAGES)
