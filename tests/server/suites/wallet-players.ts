import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { BodyOf } from '#contract/endpoint.ts'
import { getUser } from '#contract/user.ts'
import { beginWalletLink, beginWalletLogin, linkWallet, loginWithWallet } from '#contract/wallet.ts'
import { PASSWORD, type Player, type Players } from '../../support/players.ts'

export const SEPOLIA = 11_155_111
export const BLAST_SEPOLIA = 168_587_773

/** A key, or the key behind a contract. */
export interface Signer {
  readonly address: string
  readonly sign: (message: string) => Promise<`0x${string}`>
  /** Sepolia unless given. */
  readonly chainId?: number
}

/** A new random wallet. */
export function newWallet(): Signer {
  const account = privateKeyToAccount(generatePrivateKey())
  return { address: account.address, sign: (message) => account.signMessage({ message }) }
}

type LoginBody = BodyOf<typeof loginWithWallet>

/** Wallets that sign real messages of the server. */
export function createWalletPlayers(players: Players) {
  let count = 0
  /** A new network address for each caller, so that they do not share limits. */
  const visitor = () => {
    const nth = ++count
    return {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      'x-forwarded-for': `172.16.${nth >> 8}.${nth & 255}`,
    }
  }

  async function askMessage({ address }: Signer, chainId = SEPOLIA): Promise<string> {
    const answer = await players.call(beginWalletLogin, { headers: visitor(), body: { address, chainId } })
    return answer.data.message
  }

  const send = (body: LoginBody, headers = visitor()) => players.call(loginWithWallet, { headers, body })

  /** A signed message that was not sent yet. */
  async function signIn(wallet: Signer, chainId?: number) {
    const message = await askMessage(wallet, chainId)
    return { message, signature: await wallet.sign(message) }
  }

  const logIn = async (wallet: Signer, more: Partial<LoginBody> = {}, headers = visitor()) =>
    send({ ...(await signIn(wallet, wallet.chainId)), ...more }, headers)

  /** A player whose account has only a wallet: no e-mail, no password. */
  async function newWalletPlayer(wallet = newWallet()) {
    const headers = visitor()
    const { token } = (await logIn(wallet, { isAdult: true, label: 'MetaMask' }, headers)).data
    const { uid } = (await players.call(getUser, { headers: { 'access-token': token } })).data
    const call: Player['call'] = (endpoint, input) =>
      players.call(endpoint, { ...input, headers: { ...headers, 'access-token': token, ...input?.headers } })
    return { wallet, uid, token, headers, call }
  }

  const signToLink = async ({ call }: Pick<Player, 'call'>, wallet: Signer, password?: string) => {
    const { address, chainId = SEPOLIA } = wallet
    const body = { address, chainId, ...(password !== undefined && { password }) }
    const { message } = (await call(beginWalletLink, { body })).data
    return { message, signature: await wallet.sign(message), label: 'Rabby' }
  }

  /** Links a wallet with all required proofs. */
  const link = async (
    player: Pick<Player, 'call'>,
    wallet: Signer,
    password: string | undefined = PASSWORD,
  ) => player.call(linkWallet, { body: await signToLink(player, wallet, password) })

  return { visitor, askMessage, send, signIn, logIn, newWalletPlayer, signToLink, link }
}
