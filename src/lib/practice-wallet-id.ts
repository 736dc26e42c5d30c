/** EIP-6963 name of the wallet that a server of practice money offers in this browser. */
export const PRACTICE_WALLET_ID = 'koi.practice-wallet'
