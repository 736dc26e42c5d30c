/** Errors of EIP-1193, EIP-1474 and MetaMask, in the words of extensions. */
const MESSAGES = {
  4001: 'User rejected the request.',
  4100: 'The requested account and/or method has not been authorized by the user.',
  4200: 'The requested method is not supported by this Ethereum provider.',
  4900: 'The provider is disconnected from all chains.',
  4901: 'The provider is disconnected from the specified chain.',
  4902: 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.',
  [-32_002]: 'Request already pending for this origin. Please wait.',
  [-32_602]: 'Invalid parameters: must provide an object or an array.',
  [-32_603]: 'Internal JSON-RPC error.',
} as const

export type ProviderErrorCode = keyof typeof MESSAGES

export interface ProviderFailure {
  readonly code: number
  readonly message: string
}

export const providerFailure = (code: ProviderErrorCode): ProviderFailure => ({
  code,
  message: MESSAGES[code],
})
