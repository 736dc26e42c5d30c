/** EIP-6963 name of the wallet that a server in practice mode offers. */
export const PRACTICE_WALLET_ID = 'koi.practice-wallet'
