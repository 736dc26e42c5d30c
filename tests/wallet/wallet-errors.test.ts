import { describe, expect, it } from 'vitest'
import { readWalletError } from '#features/wallet/connection/read-wallet-error.ts'
import { WALLET_ERROR_CODES, WalletError, WalletRejection } from '#features/wallet/connection/wallet-error.ts'

const CATALOGUE: readonly (readonly [number, (typeof WALLET_ERROR_CODES)[number]])[] = [
  [1001, 'invalid_method'],
  [1002, 'invalid_event'],
  [1003, 'invalid_update'],
  [1004, 'invalid_extend'],
  [1005, 'invalid_settle'],
  [3001, 'unauthorized_method'],
  [3002, 'unauthorized_event'],
  [3003, 'unauthorized_update'],
  [3004, 'unauthorized_extend'],
  [5100, 'unsupported_chains'],
  [5101, 'unsupported_methods'],
  [5102, 'unsupported_events'],
  [5103, 'unsupported_accounts'],
  [5104, 'unsupported_namespace_key'],
  [6000, 'user_disconnected'],
  [7000, 'settlement_failed'],
  [10_001, 'wc_method_unsupported'],
  [1, 'not_initialized'],
  [2, 'no_matching_key'],
  [3, 'restore_will_override'],
  [4, 'resubscribed'],
  [5, 'missing_or_invalid'],
  [6, 'expired'],
  [7, 'unknown_type'],
  [8, 'mismatched_topic'],
  [9, 'non_conforming_namespaces'],
  [4100, 'unauthorized'],
  [4200, 'method_unsupported'],
  [4900, 'wallet_disconnected'],
  [4901, 'chain_disconnected'],
  [4902, 'chain_unknown'],
  [-32_002, 'request_pending'],
  [-32_603, 'internal'],
]

const codeOf = (thrown: unknown) => {
  const error = readWalletError(thrown)
  return error instanceof WalletError ? error.code : 'rejected'
}

describe('an error that a wallet throws', () => {
  it.each(CATALOGUE)(
    'with the code %i is %s, as an error, as a plain object and with its number as text',
    (number, code) => {
      expect(codeOf({ code: number, message: 'x' })).toBe(code)
      expect(codeOf(Object.assign(new Error('x'), { code: number }))).toBe(code)
      expect(codeOf({ code: String(number), message: 'x' })).toBe(code)
    },
  )

  it.each([4001, 5000, 5001, 5002, 5003, 'ACTION_REJECTED', '4001'])(
    'with the code %s means that the player declined',
    (code) => {
      expect(readWalletError({ code, message: 'x' })).toBeInstanceOf(WalletRejection)
    },
  )

  it.each([
    ['No chains found on connector.', 'no_chains'],
    ['Connector not found', 'connector_not_found'],
    ['Connector already connected', 'already_connected'],
    ['Chain "Blast" not configured for connector', 'chain_not_configured'],
    ['No matching key. session topic doesn’t exist', 'no_matching_key'],
    ['Proposal expired', 'pairing_expired'],
    ['Request expired. Please try again.', 'expired'],
    ['User rejected the request.', 'rejected'],
    ['User denied message signature', 'rejected'],
    ['Failed to publish payload, please try again.', 'relay_unreachable'],
  ])('with the text "%s" is %s', (text, code) => {
    expect(codeOf(new Error(text))).toBe(code)
    expect(codeOf(text)).toBe(code)
  })

  it("is found inside the wallet's wrapper", () => {
    expect(
      codeOf({ code: -32_603, data: { originalError: { code: 4902, message: 'Unrecognized chain ID' } } }),
    ).toBe('chain_unknown')
    expect(codeOf({ code: -32_603, message: 'x', data: { code: 4001 } })).toBe('rejected')
    expect(codeOf(new Error('outer', { cause: { code: 4100 } }))).toBe('unauthorized')
  })

  it('has a name, whatever it is', () => {
    const circle: Record<string, unknown> = { message: 'x' }
    circle['cause'] = circle
    for (const thrown of [
      undefined,
      null,
      0,
      '',
      {},
      [],
      circle,
      Symbol('x'),
      { code: {} },
      { message: 1 },
    ]) {
      expect(codeOf(thrown)).toBe('unknown')
    }
  })

  it('keeps a name that it has already', () => {
    const error = new WalletError('timeout')
    expect(readWalletError(error)).toBe(error)
  })

  it('has a name that is unique', () => {
    expect(new Set(WALLET_ERROR_CODES).size).toBe(WALLET_ERROR_CODES.length)
  })
})
