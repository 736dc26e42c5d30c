import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import { beginWalletLogin, type beginWalletLink, loginWithWallet } from '#contract/wallet.ts'
import { plainName } from '#contract/given-name.ts'
import { signMessage } from '#features/wallet/connection/wallet.actions.ts'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { api } from '#session/api.ts'

/** A message and what the wallet made of it; works once, and for five minutes. */
export interface SignedMessage {
  message: string
  signature: string
  label: string
}

type Signer = Pick<WalletConnection, 'address' | 'chainId' | 'wallet'>
/** What the server asks for besides the signature. */
export type LoginAnswers = Omit<BodyOf<typeof loginWithWallet>, keyof SignedMessage>

/**
 * Has the wallet sign that its holder logs in.
 * @throws {ApiError | WalletRejection | WalletError}
 */
export async function signLogin({ address, chainId, wallet }: Signer): Promise<SignedMessage> {
  const { message } = await api.call(beginWalletLogin, { body: { address, chainId } })
  return { message, signature: await signMessage(message), label: plainName(wallet.label) }
}

/** Asks for the message, with what proves whose account it is. */
export type BeginLink = (who: BodyOf<typeof beginWalletLink>) => Promise<DataOf<typeof beginWalletLink>>

/**
 * Has the wallet sign that it is to be linked to the account that is logged in.
 * @throws {WalletRejection | WalletError} and whatever `begin` throws
 */
export async function signLink(
  { address, chainId, wallet }: Signer,
  begin: BeginLink,
): Promise<SignedMessage> {
  const { message } = await begin({ address, chainId })
  return { message, signature: await signMessage(message), label: plainName(wallet.label) }
}

/**
 * Resolves to the session's token. The same signature may be sent again with what the server asks for.
 * @throws {ApiError} `wallet_unknown` for a new address, `totp_required` for an account with a second step
 */
export async function logInWithSigned(signed: SignedMessage, answers: LoginAnswers): Promise<string> {
  const { token } = await api.call(loginWithWallet, { body: { ...signed, ...answers } })
  return token
}
