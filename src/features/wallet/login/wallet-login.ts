import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import { beginWalletLogin, type beginWalletLink, loginWithWallet } from '#contract/wallet.ts'
import { plainName } from '#contract/given-name.ts'
import { signMessage } from '#features/wallet/connection/wallet.actions.ts'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { api } from '#session/api.ts'

/** A message and its signature; valid once, for five minutes. */
export interface SignedMessage {
  message: string
  signature: string
  label: string
}

type Signer = Pick<WalletConnection, 'address' | 'chainId' | 'wallet'>
/** Additional fields that the server asks for. */
export type LoginAnswers = Omit<BodyOf<typeof loginWithWallet>, keyof SignedMessage>

/**
 * Asks the wallet to sign a log-in.
 * @throws {ApiError | WalletRejection | WalletError}
 */
export async function signLogin({ address, chainId, wallet }: Signer): Promise<SignedMessage> {
  const { message } = await api.call(beginWalletLogin, { body: { address, chainId } })
  return { message, signature: await signMessage(message), label: plainName(wallet.label) }
}

/** Asks the server for the message, with a proof for the account. */
export type BeginLink = (who: BodyOf<typeof beginWalletLink>) => Promise<DataOf<typeof beginWalletLink>>

/**
 * Asks the wallet to sign that it is linked to the logged-in account.
 * @throws {WalletRejection | WalletError} and anything `begin` throws
 */
export async function signLink(
  { address, chainId, wallet }: Signer,
  begin: BeginLink,
): Promise<SignedMessage> {
  const { message } = await begin({ address, chainId })
  return { message, signature: await signMessage(message), label: plainName(wallet.label) }
}

/**
 * Resolves to the session's token. The same signature may be sent again with more answers.
 * @throws {ApiError} `wallet_unknown` for a new address, `totp_required` for an account with a second step
 */
export async function logInWithSigned(signed: SignedMessage, answers: LoginAnswers): Promise<string> {
  const { token } = await api.call(loginWithWallet, { body: { ...signed, ...answers } })
  return token
}
