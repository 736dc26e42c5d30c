import { expect, it } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { walletErrorMessage } from '#features/wallet/connection/wallet-error-messages.ts'
import { WALLET_ERROR_CODES, WalletError } from '#features/wallet/connection/wallet-error.ts'
import { errorMessage } from '#i18n/error-messages.ts'

const sentences = WALLET_ERROR_CODES.map((code) => walletErrorMessage(new WalletError(code)).message ?? '')

it('each wallet error has its own sentence and says what to do next', () => {
  expect(new Set(sentences).size).toBe(WALLET_ERROR_CODES.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^[^.]+\. .+\.$/)
})

it.each([
  ['timeout', 'Connection timeout or user rejected'],
  ['no_chains', 'No chains found on connector.'],
  ['unsupported_chains', 'Unsupported chains.'],
  ['unsupported_accounts', 'Unsupported accounts.'],
  ['unsupported_methods', 'Unsupported methods.'],
  ['unsupported_events', 'Unsupported events.'],
  ['missing_or_invalid', 'Missing or invalid.'],
] as const)('%s has the text of the specification', (code, words) => {
  expect(walletErrorMessage(new WalletError(code)).message).toContain(words)
})

it('an answer of the server keeps its own sentence', () => {
  expect(walletErrorMessage(new ApiError('timeout', ''))).toBe(errorMessage('timeout'))
})
