import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { evmAddress } from '../../support/addresses.ts'
import {
  beginPasskey,
  beginTotp,
  changeEmail,
  changePassword,
  closeAccount,
  confirmTotp,
  exportAccount,
  getSecurity,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  requestEmailChange,
} from '#contract/account.ts'
import { login } from '#contract/auth.ts'
import { excludeSelf } from '#contract/responsible-play.ts'
import { getUser } from '#contract/user.ts'
import {
  beginDepositWallet,
  beginWalletLink,
  linkDepositWallet,
  linkWallet,
  unlinkWallet,
} from '#contract/wallet.ts'
import type { Database } from '#server/db/tables.ts'
import { sendDueMail } from '#server/mail/mail-sender.ts'
import type { Delivery } from '#server/mail/mail-transport.ts'
import { accountsOfPlayer } from '#server/responsible-play/player-ways.ts'
import { addPasskeyTo, callWith, confirmWith } from '../../support/passkey-proof.ts'
import { createPlayers, PASSWORD, type Player, type Players } from '../../support/players.ts'
import { createLogger } from '#server/base/logger.ts'
import type { TestBackend } from './test-backend.ts'
import { createWalletPlayers, newWallet, SEPOLIA, type Signer } from './wallet-players.ts'

const MINUTE_MS = 60_000
const NEW_PASSWORD = 'heron at the other bank'

export function walletLinkSuite(backend: TestBackend): void {
  describe('linked wallets', () => runWalletLinkSuite(backend))
}

function runWalletLinkSuite(backend: TestBackend): void {
  let db: Database
  let players: Players
  let wallets: ReturnType<typeof createWalletPlayers>

  beforeAll(async () => {
    db = await backend.fresh()
    players = await createPlayers(db)
    wallets = createWalletPlayers(players)
  })
  beforeEach(async () => void (await db.deleteFrom('rate_limit').execute()))

  const isLive = async (token: string) =>
    (await players.call(getUser, { headers: { 'access-token': token } })).status === 200
  const unlink = ({ call }: Pick<Player, 'call'>, address: string, password?: string) =>
    call(unlinkWallet, { params: { address }, body: { password } })

  /** The latest mail to an address. */
  async function mailTo(email: string): Promise<Delivery | undefined> {
    const sent: Delivery[] = []
    const transport = { send: async (mail: Delivery) => void sent.push(mail), close: () => {} }
    const { secrets, clock } = players.services
    await sendDueMail({ db, secrets, clock, transport, logger: createLogger('silent') })
    return sent.filter(({ to }) => to === email).at(-1)
  }

  const codeFor = async (email: string) => /^\d{6}/.exec((await mailTo(email))?.subject ?? '')?.[0] ?? ''

  describe('linking', () => {
    it('needs password and signature, allows several wallets, and each logs in from then on', async () => {
      const player = await players.newPlayer()
      const other = await player.session()
      const [one, two] = [newWallet(), newWallet()]
      const { data } = await wallets.link(player, one)
      expect(data.wallets).toMatchObject([{ address: one.address, label: 'Rabby', lastUsedAt: null }])
      expect([await isLive(other), await isLive(player.token)]).toEqual([false, true])
      await wallets.link(player, two)
      expect(await player.mails()).toEqual(['wallet-linked', 'wallet-linked'])
      for (const wallet of [one, two]) {
        const { token } = (await wallets.logIn(wallet)).data
        const { uid } = (await players.call(getUser, { headers: { 'access-token': token } })).data
        expect(uid).toBe(player.uid)
      }
    })

    it('is refused with the session alone', async () => {
      const player = await players.newPlayer()
      const body = { address: newWallet().address, chainId: SEPOLIA }
      expect((await player.call(beginWalletLink, { body })).code).toBe('password_wrong')
      const wrong = await player.call(beginWalletLink, { body: { ...body, password: 'wrong' } })
      expect(wrong.code).toBe('password_wrong')
    })

    describe('a wallet for payments only', () => {
      const signToPay = async ({ call }: Pick<Player, 'call'>, wallet: Signer) => {
        const body = { address: wallet.address, chainId: SEPOLIA }
        const { message } = (await call(beginDepositWallet, { body })).data
        return { message, signature: await wallet.sign(message), label: 'Rabby' }
      }
      const linkToPay = async (player: Pick<Player, 'call'>, wallet: Signer) =>
        player.call(linkDepositWallet, { body: await signToPay(player, wallet) })

      it('takes the session and one signature: the wallet cannot log in, and no session ends', async () => {
        const player = await players.newPlayer()
        const other = await player.session()
        const wallet = newWallet()
        const { data } = await linkToPay(player, wallet)
        expect(data.wallets).toMatchObject([{ address: wallet.address, label: 'Rabby', logsIn: false }])
        // The signed text names the account and the purpose.
        const { message } = await signToPay(player, newWallet())
        expect(message).toMatch(
          new RegExp(`^\\d{10}:Koi\\. This links the wallet only to pay into account ${player.uid}\\.$`, 'm'),
        )
        expect(await isLive(other)).toBe(true)
        expect(await wallets.logIn(wallet)).toMatchObject({ status: 409, code: 'wallet_deposits_only' })
        expect(await wallets.logIn(wallet, { isAdult: true })).toMatchObject({ code: 'wallet_deposits_only' })
      })

      it('is told by mail, once', async () => {
        const player = await players.newPlayer()
        const wallet = newWallet()
        for (let i = 0; i < 2; i++) expect((await linkToPay(player, wallet)).code).toBe('ok')
        expect(await player.mails()).toEqual(['wallet-linked'])
        const mail = await mailTo(player.email)
        expect(mail?.text).toContain(wallet.address)
        expect(mail?.text).toContain('It cannot log in.')
      })

      it('is possible for its own player; only a full proof joins its former player with this one', async () => {
        const [former, player] = [await players.newPlayer(), await players.newPlayer()]
        const wallet = newWallet()
        await wallets.link(former, wallet)
        expect((await unlink(former, wallet.address, PASSWORD)).code).toBe('ok')
        // A thief with a session for a minute, and a wallet that was once linked elsewhere.
        expect(await linkToPay(player, wallet)).toMatchObject({ status: 409, code: 'wallet_proof_needed' })
        expect((await player.call(getSecurity)).data.wallets).toEqual([])
        expect(await accountsOfPlayer(db, player.uid)).toEqual([player.uid])
        // The former player may unlink their own wallet and link it again.
        expect((await linkToPay(former, wallet)).code).toBe('ok')
        expect((await unlink(former, wallet.address, PASSWORD)).code).toBe('ok')
        expect((await wallets.link(player, wallet)).code).toBe('ok')
        expect(await accountsOfPlayer(db, player.uid)).toEqual([former.uid, player.uid])
        // From then on the two are one player.
        expect((await unlink(player, wallet.address, PASSWORD)).code).toBe('ok')
        expect((await linkToPay(former, wallet)).code).toBe('ok')
      })

      it('joins no accounts when another player links it later', async () => {
        const player = await players.newPlayer()
        const wallet = newWallet()
        expect((await linkToPay(player, wallet)).code).toBe('ok')
        expect((await unlink(player, wallet.address, PASSWORD)).code).toBe('ok')
        const later = await players.newPlayer()
        expect((await wallets.link(later, wallet)).code).toBe('ok')
        expect(await accountsOfPlayer(db, player.uid)).toEqual([player.uid])
      })

      it('is not possible as a way to log in with the same message', async () => {
        const player = await players.newPlayer()
        const body = await signToPay(player, newWallet())
        expect((await player.call(linkWallet, { body })).code).toBe('wallet_message_used')
        const login = await wallets.signIn(newWallet())
        expect((await player.call(linkDepositWallet, { body: login })).code).toBe('wallet_message_used')
      })

      it('becomes a way to log in with a proof, which ends other sessions and is told by mail', async () => {
        const player = await players.newPlayer()
        const wallet = newWallet()
        await linkToPay(player, wallet)
        const other = await player.session()
        expect((await wallets.link(player, wallet)).data.wallets).toMatchObject([{ logsIn: true }])
        expect(await isLive(other)).toBe(false)
        expect(await player.mails()).toEqual(['wallet-linked', 'wallet-linked'])
        expect((await wallets.logIn(wallet)).code).toBe('ok')
        // It stays one after later signatures.
        expect((await linkToPay(player, wallet)).data.wallets).toMatchObject([{ logsIn: true }])
      })

      it('does not count as a remaining way to log in', async () => {
        const player = await wallets.newWalletPlayer()
        expect((await linkToPay(player, newWallet())).code).toBe('ok')
        expect((await unlink(player, player.wallet.address)).code).toBe('last_way_in')
      })

      it("is possible for one account, ten in each, without using up the player's other places", async () => {
        const [one, two] = [await players.newPlayer(), await players.newPlayer()]
        const wallet = newWallet()
        await linkToPay(one, wallet)
        expect((await linkToPay(two, wallet)).code).toBe('wallet_taken')
        for (let n = 1; n < 10; n++) {
          await db.deleteFrom('rate_limit').execute()
          expect((await linkToPay(one, newWallet())).code).toBe('ok')
        }
        const body = { address: newWallet().address, chainId: SEPOLIA }
        expect((await one.call(beginDepositWallet, { body })).code).toBe('conflict')
        expect((await wallets.link(one, newWallet())).code).toBe('ok')
      })
    })

    it('is possible only for the player who asked, once, with their own message', async () => {
      const [player, stranger] = [await players.newPlayer(), await players.newPlayer()]
      const wallet = newWallet()
      const body = await wallets.signToLink(player, wallet, PASSWORD)
      expect((await stranger.call(linkWallet, { body })).code).toBe('wallet_message_used')
      const login = await wallets.signIn(wallet)
      expect((await player.call(linkWallet, { body: login })).code).toBe('wallet_message_used')
      const answers = await Promise.all([1, 2, 3].map(() => player.call(linkWallet, { body })))
      expect(answers.map(({ code }) => code).sort()).toEqual([
        'ok',
        'wallet_message_used',
        'wallet_message_used',
      ])
    })

    it('needs a right signature', async () => {
      const player = await players.newPlayer()
      const body = await wallets.signToLink(player, newWallet(), PASSWORD)
      const signature = await newWallet().sign(body.message)
      expect((await player.call(linkWallet, { body: { ...body, signature } })).code).toBe(
        'wallet_signature_wrong',
      )
      const late = await wallets.signToLink(player, newWallet(), PASSWORD)
      await players.wait(5 * MINUTE_MS)
      expect((await player.call(linkWallet, { body: late })).code).toBe('wallet_message_expired')
    })

    it('is possible for one account, and another account learns this only after it has signed', async () => {
      const [one, two] = [await players.newPlayer(), await players.newPlayer()]
      const [wallet, free] = [newWallet(), newWallet()]
      await wallets.link(one, wallet)
      const ask = ({ address }: Signer) =>
        two.call(beginWalletLink, { body: { address, chainId: SEPOLIA, password: PASSWORD } })
      const { code, status, data } = await ask(wallet)
      expect([code, status, Object.keys(data)]).toEqual(['ok', 200, ['message', 'expiresAt']])
      expect((await ask(free)).code).toBe('ok')
      for (const each of [wallet, free]) {
        const signed = await wallets.signToLink(two, each, PASSWORD)
        const signature = await newWallet().sign(signed.message)
        const forged = await two.call(linkWallet, { body: { ...signed, signature } })
        expect(forged.code).toBe('wallet_signature_wrong')
      }
      const body = await wallets.signToLink(two, wallet, PASSWORD)
      expect(await two.call(linkWallet, { body })).toMatchObject({ status: 409, code: 'wallet_taken' })
    })

    it('succeeds for one of two accounts at once', async () => {
      for (let round = 0; round < 3; round++) {
        const both = [await players.newPlayer(), await players.newPlayer()]
        const wallet = newWallet()
        const bodies = await Promise.all(both.map((each) => wallets.signToLink(each, wallet, PASSWORD)))
        const answers = await Promise.all(
          both.map((each, n) => each.call(linkWallet, { body: bodies[n] ?? { message: '', signature: '' } })),
        )
        expect(answers.map(({ code }) => code).sort()).toEqual(['ok', 'wallet_taken'])
      }
    })

    it('again changes only the name', async () => {
      const player = await players.newPlayer()
      const wallet = newWallet()
      await wallets.link(player, wallet)
      const other = await player.session()
      expect((await wallets.link(player, wallet)).data.wallets).toHaveLength(1)
      expect([await isLive(other), await player.mails()]).toEqual([true, ['wallet-linked']])
    })

    it('allows up to 20 wallets', async () => {
      const player = await players.newPlayer()
      const linked_at = new Date(players.time.now)
      const rows = Array.from({ length: 20 }, () => evmAddress(newWallet().address))
      await db
        .insertInto('wallet')
        .values(
          rows.map((address) => ({
            address,
            account_id: player.uid,
            label: '',
            linked_at,
            last_used_at: null,
          })),
        )
        .execute()
      const body = { address: newWallet().address, chainId: SEPOLIA, password: PASSWORD }
      expect((await player.call(beginWalletLink, { body })).code).toBe('conflict')
    })
  })

  describe('unlinking', () => {
    it('ends log-ins with the wallet, and every other session', async () => {
      const player = await players.newPlayer()
      const wallet = newWallet()
      await wallets.link(player, wallet)
      const other = (await wallets.logIn(wallet)).data.token
      expect((await unlink(player, wallet.address, PASSWORD)).data.wallets).toEqual([])
      expect([await isLive(other), await isLive(player.token)]).toEqual([false, true])
      expect((await wallets.logIn(wallet)).code).toBe('wallet_unknown')
      expect((await player.mails()).at(-1)).toBe('wallet-unlinked')
    })

    it('is possible only for its own player', async () => {
      const [player, stranger] = [await players.newPlayer(), await players.newPlayer()]
      const wallet = newWallet()
      await wallets.link(player, wallet)
      expect((await unlink(stranger, wallet.address, PASSWORD)).code).toBe('not_found')
      expect((await unlink(player, newWallet().address, PASSWORD)).code).toBe('not_found')
    })

    it('is refused when nothing else opens the account', async () => {
      const player = await wallets.newWalletPlayer()
      const { address } = player.wallet
      expect(await unlink(player, address)).toMatchObject({ status: 409, code: 'last_way_in' })
      expect((await player.call(getSecurity)).data.wallets).toHaveLength(1)
      const { authenticator, id } = await addPasskeyTo(player)
      const gone = { params: { address: address.toLowerCase() }, body: {} }
      expect((await callWith(player, authenticator, unlinkWallet, gone)).code).toBe('ok')
      const kept = await player.call(removePasskey, { params: { id }, body: { isLost: true } })
      expect(kept).toMatchObject({ status: 409, code: 'last_way_in' })
      expect((await player.call(getSecurity)).data.passkeys).toHaveLength(1)
    })

    it('keeps one way to log in when the last passkey is removed at the same moment', async () => {
      for (let round = 0; round < 3; round++) {
        const player = await wallets.newWalletPlayer()
        const { authenticator, id } = await addPasskeyTo(player)
        const gone = { params: { address: player.wallet.address.toLowerCase() }, body: {} }
        const passkey = await confirmWith(player, authenticator, unlinkWallet, gone)
        const answers = await Promise.all([
          player.call(unlinkWallet, { ...gone, body: { passkey } }),
          player.call(removePasskey, { params: { id }, body: { isLost: true } }),
        ])
        const [one, other] = answers.map(({ code }) => code).sort()
        // Either it was the last one, or the one to confirm with was gone.
        expect(one === 'ok' ? other : one).toBeOneOf(['passkey_invalid', 'last_way_in'])
        expect([one, other]).toContain('ok')
      }
    })
  })

  describe('an account with wallets only', () => {
    it('needs no password soon after a log-in', async () => {
      const player = await wallets.newWalletPlayer()
      const email = `wallet${player.uid}@koi.example`
      expect((await player.call(changePassword, { body: { newPassword: NEW_PASSWORD } })).code).toBe(
        'conflict',
      )
      expect((await player.call(requestEmailChange, { body: { email } })).code).toBe('ok')
      const emailCode = await codeFor(email)
      expect((await player.call(changeEmail, { body: { email, emailCode } })).data.email).toBe(email)
      expect((await player.call(beginTotp, { body: {} })).code).toBe('ok')
      expect((await wallets.link(player, newWallet(), undefined)).code).toBe('ok')
      expect((await player.call(changePassword, { body: { newPassword: NEW_PASSWORD } })).code).toBe('ok')
      const body = { email, password: NEW_PASSWORD }
      expect((await players.call(login, { headers: wallets.visitor(), body })).code).toBe('ok')
      // From now on it has a password like any other account.
      expect((await player.call(beginPasskey, { body: {} })).code).toBe('password_wrong')
      expect((await unlink(player, player.wallet.address, NEW_PASSWORD)).code).toBe('ok')
      await addPasskeyTo(player, NEW_PASSWORD)
    })

    it('has to log in again for calls with a password once the session is older', async () => {
      const player = await wallets.newWalletPlayer()
      players.time.now += 11 * MINUTE_MS
      const { call } = player
      const wallet = newWallet()
      const code = '123456'
      const answers = [
        await call(requestEmailChange, { body: { email: 'a@koi.example' } }),
        await call(changePassword, { body: { newPassword: NEW_PASSWORD } }),
        await call(beginTotp, { body: {} }),
        await call(removeTotp, { body: { code } }),
        await call(renewRecoveryCodes, { body: { code } }),
        await call(beginPasskey, { body: {} }),
        await unlink(player, wallet.address),
        await call(beginWalletLink, { body: { address: wallet.address, chainId: SEPOLIA } }),
        await call(excludeSelf, { body: { months: 6 } }),
        await call(closeAccount, { body: { password: 'any password' } }),
      ]
      expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(
        Array(10).fill('401 login_again_required'),
      )
      const { token } = (await wallets.logIn(player.wallet)).data
      const headers = { ...player.headers, 'access-token': token }
      expect((await players.call(closeAccount, { headers, body: { forfeitBalance: true } })).code).toBe('ok')
    })

    it('may have a second step', async () => {
      const { call } = await wallets.newWalletPlayer()
      await call(beginTotp, { body: {} })
      expect((await call(confirmTotp, { body: { code: '000000' } })).code).toBe('totp_invalid')
    })

    it('gets no mail before it has an address', async () => {
      const player = await wallets.newWalletPlayer()
      await wallets.link(player, newWallet(), undefined)
      const mails = await db
        .selectFrom('mail')
        .select('recipient')
        .where('kind', '=', 'wallet-linked')
        .orderBy('id')
        .execute()
      expect(mails.at(-1)?.recipient).toBeNull()
    })
  })

  it("are part of the player's export", async () => {
    const { wallet, call } = await wallets.newWalletPlayer()
    expect((await call(exportAccount, { body: {} })).data['wallets']).toMatchObject([
      { address: wallet.address.toLowerCase(), label: 'MetaMask' },
    ])
  })
}
