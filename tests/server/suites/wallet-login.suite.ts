import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { createSiweMessage } from 'viem/siwe'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getAddress, hashMessage, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beginTotp,
  closeAccount,
  confirmTotp,
  exportAccount,
  getProfile,
  getSecurity,
  listLogins,
} from '#contract/account.ts'
import { listBalances } from '#contract/balances.ts'
import { excludeSelf, getResponsiblePlay, setLimit, takeTimeOut } from '#contract/responsible-play.ts'
import { getUser } from '#contract/user.ts'
import { beginWalletLink, beginWalletLogin, loginWithWallet, unlinkWallet } from '#contract/wallet.ts'
import type { Database } from '#server/db/tables.ts'
import { configFile, practiceChains } from '../../support/config-file.ts'
import { createPlayers, ORIGIN, PASSWORD, type Player, type Players } from '../../support/players.ts'
import { richAccount, startChain, type TestChain } from '../../support/wallet/chain.ts'
import { compileContracts } from '../../support/wallet/contracts.ts'
import type { TestBackend } from './test-backend.ts'
import { BLAST_SEPOLIA, createWalletPlayers, newWallet, SEPOLIA, type Signer } from './wallet-players.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Uses real signatures, a real chain and real contracts on it. */
export function walletLoginSuite(backend: TestBackend): void {
  describe('log-in by wallet', () => runWalletLoginSuite(backend))
}

function runWalletLoginSuite(backend: TestBackend): void {
  let db: Database
  let chain: TestChain
  let otherChain: TestChain
  let players: Players
  let wallets: ReturnType<typeof createWalletPlayers>

  beforeAll(async () => {
    const starting = [SEPOLIA, BLAST_SEPOLIA].map((chainId) => startChain({ chainId })) as [
      Promise<TestChain>,
      Promise<TestChain>,
    ]
    ;[chain, otherChain] = await Promise.all(starting)
    db = await backend.fresh()
    players = await createPlayers(db, {
      KOI_CONFIG: configFile(practiceChains(chain.url, otherChain.url)),
    })
    wallets = createWalletPlayers(players)
  })
  afterAll(() => Promise.all([chain.stop(), otherChain.stop()]))
  beforeEach(async () => void (await db.deleteFrom('rate_limit').execute()))

  const uidOf = async (token: string) =>
    (await players.call(getUser, { headers: { 'access-token': token } })).data.uid
  const accounts = async () =>
    Number(
      (
        await db
          .selectFrom('account')
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  describe('the message', () => {
    it('follows EIP-4361, with the time and the name of the site', async () => {
      const { address } = newWallet()
      const body = { address: address.toLowerCase(), chainId: SEPOLIA }
      const { message, expiresAt } = (
        await players.call(beginWalletLogin, { headers: wallets.visitor(), body })
      ).data
      const nonce = /^Nonce: ([0-9a-f]{32})$/m.exec(message)?.[1] ?? ''
      const issuedAt = new Date(players.time.now)
      const expirationTime = new Date(players.time.now + 5 * MINUTE_MS)
      expect(message).toBe(
        createSiweMessage({
          domain: 'koi.example',
          address: getAddress(address),
          statement: `${Math.floor(players.time.now / 1000)}:Koi`,
          uri: ORIGIN,
          version: '1',
          chainId: SEPOLIA,
          nonce,
          issuedAt,
          expirationTime,
        }),
      )
      expect(expiresAt).toBe(expirationTime.toISOString())
    })

    it('differs each time, and is not stored as text', async () => {
      const wallet = newWallet()
      const [one, two] = [await wallets.askMessage(wallet), await wallets.askMessage(wallet)]
      expect(one).not.toBe(two)
      const kept = JSON.stringify(await db.selectFrom('challenge').selectAll().execute())
      expect(kept).not.toContain(/^Nonce: (\w+)$/m.exec(one)?.[1])
    })

    it('is for the chains of this server', async () => {
      const { address } = newWallet()
      const ask = (chainId: number) =>
        players.call(beginWalletLogin, { headers: wallets.visitor(), body: { address, chainId } })
      expect((await ask(BLAST_SEPOLIA)).code).toBe('ok')
      expect((await ask(1)).code).toBe('wallet_chain_unsupported')
    })

    it('is for the site of the request when practice mode has no configured origin', async () => {
      const elsewhere = await createPlayers(db, { PUBLIC_ORIGIN: '' })
      const headers = wallets.visitor()
      const wallet = newWallet()
      const body = { address: wallet.address, chainId: SEPOLIA }
      const { message } = (await elsewhere.call(beginWalletLogin, { headers, body })).data
      expect(message).toMatch(/^localhost wants you .+\nURI: http:\/\/localhost\n/s)
      const signed = { message, signature: await wallet.sign(message), isAdult: true } as const
      expect((await elsewhere.call(loginWithWallet, { headers, body: signed })).code).toBe('ok')
    })

    it('is limited in number', async () => {
      const [{ address }, headers] = [newWallet(), wallets.visitor()]
      const codes: string[] = []
      for (let n = 0; n < 121; n++) {
        const body = { address, chainId: SEPOLIA }
        codes.push((await players.call(beginWalletLogin, { headers, body })).code)
      }
      expect([codes.indexOf('rate_limited'), codes.at(-1)]).toEqual([120, 'rate_limited'])
    })
  })

  describe('with a new wallet', () => {
    it('asks for the age, then opens an account with the same signature, without e-mail or password', async () => {
      const wallet = newWallet()
      const signed = await wallets.signIn(wallet)
      const before = await accounts()
      expect(await wallets.send(signed)).toMatchObject({ status: 404, code: 'wallet_unknown' })
      expect(await accounts()).toBe(before)
      const body = {
        ...signed,
        isAdult: true as const,
        nickname: 'Kai',
        label: 'MetaMask',
        locale: 'zh-CN' as const,
      }
      const { token } = (await wallets.send(body)).data
      const headers = { 'access-token': token }
      expect((await players.call(getProfile, { headers })).data).toMatchObject({
        nickname: 'Kai',
        email: null,
        locale: 'zh-CN',
      })
      const [practice] = (await players.call(listBalances, { headers })).data
      expect(practice).toMatchObject({ coin: 'usdt-tron', available: '1000' })
      const at = new Date(players.time.now).toISOString()
      expect((await players.call(getSecurity, { headers })).data).toMatchObject({
        hasPassword: false,
        wallets: [{ address: wallet.address, label: 'MetaMask', linkedAt: at, lastUsedAt: at }],
      })
      expect((await players.call(listLogins, { headers })).data).toMatchObject([
        { method: 'wallet', outcome: 'ok' },
      ])
    })

    it('takes an invite code, and reports an unknown one', async () => {
      const inviter = await players.newPlayer()
      const { referralCode } = (await inviter.call(getProfile)).data
      const wallet = newWallet()
      const signed = { ...(await wallets.signIn(wallet)), isAdult: true as const }
      expect((await wallets.send({ ...signed, referralCode: 'ZZZZZZZZ' })).code).toBe('referral_code_unknown')
      const { token } = (await wallets.send({ ...signed, referralCode })).data
      const { invited_by } = await db
        .selectFrom('account')
        .select('invited_by')
        .where('id', '=', await uidOf(token))
        .executeTakeFirstOrThrow()
      expect(invited_by).toBe(inviter.uid)
    })

    it('opens one account for parallel messages', async () => {
      const wallet = newWallet()
      const signed = await Promise.all([1, 2, 3, 4].map(() => wallets.signIn(wallet)))
      const answers = await Promise.all(signed.map((each) => wallets.send({ ...each, isAdult: true })))
      expect(answers.map(({ code }) => code)).toEqual(['ok', 'ok', 'ok', 'ok'])
      expect(new Set(await Promise.all(answers.map(({ data }) => uidOf(data.token)))).size).toBe(1)
    })
  })

  describe('with a known wallet', () => {
    it('finds its account, on any chain', async () => {
      const { wallet, uid } = await wallets.newWalletPlayer()
      for (const chainId of [SEPOLIA, BLAST_SEPOLIA]) {
        const { token } = (await wallets.send(await wallets.signIn(wallet, chainId))).data
        expect(await uidOf(token)).toBe(uid)
      }
    })

    it('records its use, and its name until it tells another', async () => {
      const { wallet, call } = await wallets.newWalletPlayer()
      players.time.now += MINUTE_MS
      await wallets.logIn(wallet)
      const at = new Date(players.time.now).toISOString()
      expect((await call(getSecurity)).data.wallets).toMatchObject([{ label: 'MetaMask', lastUsedAt: at }])
      await wallets.logIn(wallet, { label: 'Rabby' })
      expect((await call(getSecurity)).data.wallets).toMatchObject([{ label: 'Rabby' }])
    })

    it('asks for the second step, which the same signature may bring', async () => {
      const { wallet, call } = await wallets.newWalletPlayer()
      const { secret } = (await call(beginTotp, { body: {} })).data
      const code = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: players.time.now })
      await call(confirmTotp, { body: { code: code() } })
      players.time.now += 2 * MINUTE_MS
      const signed = await wallets.signIn(wallet)
      expect(await wallets.send(signed)).toMatchObject({ status: 401, code: 'totp_required' })
      expect((await wallets.send({ ...signed, code: '000000' })).code).toBe('totp_invalid')
      expect((await wallets.send({ ...signed, code: code() })).code).toBe('ok')
      expect((await wallets.send({ ...signed, code: code() })).code).toBe('wallet_message_used')
      expect((await call(listLogins)).data.map(({ outcome }) => outcome).slice(0, 2)).toEqual([
        'ok',
        'wrong_code',
      ])
    })

    it('limits guesses of the second step', async () => {
      const { wallet, uid } = await wallets.newWalletPlayer()
      await db
        .updateTable('account')
        .set({ totp_secret: Buffer.alloc(48), totp_confirmed_at: new Date(players.time.now) })
        .where('id', '=', uid)
        .execute()
      const codes: string[] = []
      for (let n = 0; n < 12; n++) {
        codes.push((await wallets.logIn(wallet, { code: `AAAAA-AAAA${n % 10}` })).code)
      }
      expect(codes).toEqual([...Array(10).fill('totp_invalid'), 'rate_limited', 'rate_limited'])
    })

    it('tells its player about log-ins from elsewhere, and about forged ones', async () => {
      const { wallet, call } = await wallets.newWalletPlayer()
      const message = await wallets.askMessage(wallet)
      await wallets.send({ message, signature: await newWallet().sign(message) })
      expect((await call(listLogins)).data[0]).toMatchObject({ method: 'wallet', outcome: 'refused' })
    })
  })

  describe('is refused', () => {
    const changed = (from: RegExp | string, to: string) => async (wallet: Signer) => {
      const message = (await wallets.askMessage(wallet)).replace(from, to)
      return { message, signature: await wallet.sign(message) }
    }

    it.each<[string, string, (wallet: Signer) => Promise<{ message: string; signature: string }>]>([
      [
        'of another key',
        'wallet_signature_wrong',
        async (wallet) => {
          const message = await wallets.askMessage(wallet)
          return { message, signature: await newWallet().sign(message) }
        },
      ],
      [
        'without a valid key',
        'wallet_signature_wrong',
        async (wallet) => ({
          message: await wallets.askMessage(wallet),
          signature: `0x${'00'.repeat(65)}`,
        }),
      ],
      [
        'too short',
        'wallet_signature_wrong',
        async (wallet) => ({
          message: await wallets.askMessage(wallet),
          signature: '0x1234',
        }),
      ],
      [
        'over another message',
        'wallet_signature_wrong',
        async (wallet) => ({
          message: await wallets.askMessage(wallet),
          signature: await wallet.sign('1780315200:Koi'),
        }),
      ],
      [
        'over only time and name',
        'wallet_message_invalid',
        async (wallet) => ({
          message: '1780315200:Koi',
          signature: await wallet.sign('1780315200:Koi'),
        }),
      ],
      ['with text after it', 'wallet_message_invalid', changed(/$/, '\nResources:\n- https://koi.example/x')],
      ['of another version', 'wallet_message_invalid', changed('Version: 1', 'Version: 2')],
      ['for another domain', 'wallet_domain_wrong', changed(/^koi\.example/, 'evil.example')],
      [
        'for another address of the site',
        'wallet_domain_wrong',
        changed(`URI: ${ORIGIN}`, 'URI: https://evil.example'),
      ],
      ['for a chain that is not served', 'wallet_chain_unsupported', changed(/Chain ID: \d+/, 'Chain ID: 1')],
      [
        'for another chain than requested',
        'wallet_message_used',
        changed(/Chain ID: \d+/, `Chain ID: ${BLAST_SEPOLIA}`),
      ],
      ['with an invented nonce', 'wallet_message_used', changed(/Nonce: \w+/, `Nonce: ${'ab'.repeat(16)}`)],
      [
        'with one letter of another case',
        'wallet_message_used',
        async (wallet) => {
          const message = (await wallets.askMessage(wallet)).replace(
            wallet.address,
            wallet.address.toLowerCase(),
          )
          return { message, signature: await wallet.sign(message) }
        },
      ],
      [
        'with a later expiration',
        'wallet_message_used',
        changed(/Expiration Time: \d{4}/, 'Expiration Time: 2999'),
      ],
    ])('with a signature %s: %s', async (_, code, make) => {
      const { wallet } = await wallets.newWalletPlayer()
      expect((await wallets.send(await make(wallet))).code).toBe(code)
      // A stranger gets the same answer, so it does not tell if a wallet is known.
      expect((await wallets.send({ ...(await make(newWallet())), isAdult: true })).code).toBe(code)
    })

    it('after 5 minutes', async () => {
      const wallet = newWallet()
      const signed = { ...(await wallets.signIn(wallet)), isAdult: true as const }
      players.time.now += 5 * MINUTE_MS
      expect((await wallets.send(signed)).code).toBe('wallet_message_expired')
    })

    it('a second time, also for all but one of parallel calls', async () => {
      const { wallet } = await wallets.newWalletPlayer()
      const signed = await wallets.signIn(wallet)
      const answers = await Promise.all(Array.from({ length: 5 }, () => wallets.send(signed)))
      expect(answers.map(({ code }) => code).sort()).toEqual(['ok', ...Array(4).fill('wallet_message_used')])
      expect((await wallets.send(signed)).code).toBe('wallet_message_used')
    })

    it('with the message of another call', async () => {
      const player = await players.newPlayer()
      const wallet = newWallet()
      const { label: _, ...signed } = await wallets.signToLink(player, wallet, PASSWORD)
      expect((await wallets.send({ ...signed, isAdult: true })).code).toBe('wallet_message_used')
    })

    it('with a message whose signature was wrong before', async () => {
      const wallet = newWallet()
      const signed = await wallets.signIn(wallet)
      await wallets.send({ ...signed, signature: await newWallet().sign(signed.message) })
      expect((await wallets.send({ ...signed, isAdult: true })).code).toBe('wallet_message_used')
    })

    it('when one address tries too often, and only then', async () => {
      const headers = wallets.visitor()
      const codes: string[] = []
      for (let n = 0; n < 61; n++) {
        codes.push((await wallets.send({ message: 'x', signature: '0x12' }, headers)).code)
      }
      expect([codes.indexOf('rate_limited'), codes.at(-1)]).toEqual([60, 'rate_limited'])
      const { wallet } = await wallets.newWalletPlayer()
      expect((await wallets.logIn(wallet)).code).toBe('ok')
    })
  })

  describe('with a contract', () => {
    const owner = privateKeyToAccount(`0x${'17'.repeat(32)}`)
    const ownerSign = (message: string) => owner.signMessage({ message })
    const stranger = newWallet()
    let deployed: Signer

    beforeAll(async () => {
      deployed = { address: await chain.deployWallet(owner.address), sign: ownerSign }
    })

    it('is checked by the contract (EIP-1271)', async () => {
      const { uid } = await wallets.newWalletPlayer(deployed)
      expect(await uidOf((await wallets.logIn(deployed)).data.token)).toBe(uid)
      const forged = { ...deployed, sign: stranger.sign }
      expect((await wallets.logIn(forged)).code).toBe('wallet_signature_wrong')
    })

    it('is checked before it is deployed, and after (EIP-6492)', async () => {
      const wallet = await chain.undeployedWallet(owner.address)
      const signer = {
        address: wallet.address,
        sign: async (message: string) => wallet.wrap(await ownerSign(message)),
      }
      const { uid } = await wallets.newWalletPlayer(signer)
      const forged = {
        ...signer,
        sign: async (message: string) => wallet.wrap(await stranger.sign(message)),
      }
      expect((await wallets.logIn(forged)).code).toBe('wallet_signature_wrong')
      await wallet.deploy()
      expect(await uidOf((await wallets.logIn(signer)).data.token)).toBe(uid)
      expect(await uidOf((await wallets.logIn({ ...signer, sign: ownerSign })).data.token)).toBe(uid)
    })

    it('cannot prove another address', async () => {
      const wallet = await chain.undeployedWallet(owner.address)
      const { wallet: victim } = await wallets.newWalletPlayer()
      const sign = async (message: string) => wallet.wrap(await ownerSign(message))
      expect((await wallets.logIn({ address: victim.address, sign })).code).toBe('wallet_signature_wrong')
    })

    /** One address with two owners: the same deployer makes it their first on both chains. */
    let deployers = 0
    async function sameAddress() {
      const deployer = richAccount(++deployers)
      const thief = privateKeyToAccount(generatePrivateKey())
      const [address] = await Promise.all([
        chain.deployWallet(owner.address, deployer),
        otherChain.deployWallet(thief.address, deployer),
      ])
      const own: Signer = { address, sign: ownerSign }
      const stolen: Signer = {
        address,
        sign: (message) => thief.signMessage({ message }),
        chainId: BLAST_SEPOLIA,
      }
      return { own, stolen }
    }

    it('opens its account from its own chain only', async () => {
      const { own, stolen } = await sameAddress()
      const { uid, call } = await wallets.newWalletPlayer(own)
      expect((await call(getSecurity)).data.wallets).toMatchObject([
        { address: getAddress(own.address), provenBy: 'contract', chainId: SEPOLIA },
      ])
      expect((await wallets.logIn(stolen)).code).toBe('wallet_unknown')
      const other = await wallets.newWalletPlayer(stolen)
      expect(other.uid).not.toBe(uid)
      expect(await uidOf((await wallets.logIn(own)).data.token)).toBe(uid)
      expect((await wallets.logIn({ ...own, chainId: BLAST_SEPOLIA })).code).toBe('wallet_signature_wrong')
      expect((await wallets.logIn({ ...stolen, chainId: SEPOLIA })).code).toBe('wallet_signature_wrong')
      // A break of one of them does not affect the other.
      await other.call(excludeSelf, { body: { months: 6 } })
      await other.call(closeAccount, { body: { forfeitBalance: true } })
      expect((await wallets.logIn(stolen)).code).toBe('break_active')
      await call(closeAccount, { body: { forfeitBalance: true } })
      expect((await wallets.logIn(own)).code).toBe('wallet_unknown')
    })

    it('is linked for each chain, to one account or to two, and unlinked the same way', async () => {
      const { own, stolen } = await sameAddress()
      const [one, two] = [await players.newPlayer(), await players.newPlayer()]
      expect((await wallets.link(one, own)).code).toBe('ok')
      expect((await wallets.link(two, own)).code).toBe('wallet_taken')
      expect((await wallets.link(two, stolen)).code).toBe('ok')
      expect(await uidOf((await wallets.logIn(stolen)).data.token)).toBe(two.uid)
      const unlink = (player: typeof one, chainId?: number) =>
        player.call(unlinkWallet, { params: { address: own.address }, body: { chainId, password: PASSWORD } })
      expect((await unlink(one)).code).toBe('not_found')
      expect((await unlink(one, BLAST_SEPOLIA)).code).toBe('not_found')
      expect((await unlink(two, BLAST_SEPOLIA)).code).toBe('ok')
      const both = await wallets.link(one, stolen)
      expect(both.data.wallets.map(({ chainId }) => chainId)).toEqual([SEPOLIA, BLAST_SEPOLIA])
      expect((await one.call(exportAccount, { body: { password: PASSWORD } })).data['wallets']).toMatchObject(
        [
          { provenBy: 'contract', chainId: SEPOLIA },
          { provenBy: 'contract', chainId: BLAST_SEPOLIA },
        ],
      )
      expect((await unlink(one, SEPOLIA)).data.wallets).toMatchObject([{ chainId: BLAST_SEPOLIA }])
    })

    it('may sign with any length', async () => {
      const approver = richAccount()
      const address = await chain.deployWallet(approver.address)
      const { abi } = (await compileContracts()).OwnedWallet
      const approving = (signature: Hex): Signer => ({
        address,
        async sign(message) {
          await chain.client.writeContract({
            address,
            abi,
            account: approver,
            functionName: 'approve',
            args: [hashMessage(message)],
          })
          return signature
        },
      })
      const { uid } = await wallets.newWalletPlayer(approving('0x'))
      for (const bytes of [1, 31, 32, 64, 65, 4_096]) {
        const { data } = await wallets.logIn(approving(`0x${'ab'.repeat(bytes)}`))
        expect(await uidOf(data.token)).toBe(uid)
      }
      for (const signature of ['0x', '0xab'] as const) {
        const forged = { address, sign: () => Promise.resolve(signature) }
        expect((await wallets.logIn(forged)).code).toBe('wallet_signature_wrong')
        expect((await wallets.logIn({ ...newWallet(), sign: forged.sign })).code).toBe(
          'wallet_signature_wrong',
        )
      }
    })

    /** A node that answers every call to a contract the same. */
    async function withNode<T>(
      result: unknown,
      use: (on: typeof wallets, there: Players) => Promise<T>,
    ): Promise<T> {
      const node = createServer((request, response) => {
        void (async () => {
          const { id, method } = (await json(request)) as { id: number; method: string }
          const hex = `0x${SEPOLIA.toString(16)}`
          const answer = { jsonrpc: '2.0', id, result: method === 'eth_chainId' ? hex : result }
          const isPage = method !== 'eth_chainId' && result === undefined
          response.end(isPage ? '<h1>502 Bad Gateway</h1>' : JSON.stringify(answer))
        })()
      }).listen(0, '127.0.0.1')
      await once(node, 'listening')
      const { port } = node.address() as AddressInfo
      const there = await createPlayers(db, {
        KOI_CONFIG: configFile(practiceChains(`http://127.0.0.1:${port}`)),
      })
      try {
        return await use(createWalletPlayers(there), there)
      } finally {
        node.close()
        node.closeAllConnections()
      }
    }

    it('is ignored where the account knows a key, whatever a node says', async () => {
      const { wallet, uid } = await wallets.newWalletPlayer()
      const player = await players.newPlayer()
      await wallets.link(player, newWallet())
      const before = await accounts()
      await withNode('0x01', async (lying, there) => {
        for (const sign of [stranger.sign, () => Promise.resolve('0x' as const)]) {
          const answer = await lying.logIn({ address: wallet.address, sign }, { isAdult: true })
          expect(answer.code).toBe('wallet_key_needed')
        }
        const headers = { ...player.headers, 'access-token': player.token }
        const call: Player['call'] = (endpoint, input) => there.call(endpoint, { ...input, headers })
        const link = await lying.link({ call }, { address: wallet.address, sign: stranger.sign })
        expect(link.code).toBe('wallet_taken')
      })
      expect(await accounts()).toBe(before)
      expect(await uidOf((await wallets.logIn(wallet)).data.token)).toBe(uid)
    })

    it.each<[string, unknown]>([
      ['a page', undefined],
      ['nothing', null],
      ['no bytes', '0x'],
      ['half a byte', '0x1'],
      ['two bytes', '0x0001'],
      ['another byte', '0x02'],
      ['too many bytes', `0x${'00'.repeat(32)}01`],
      ['a number', 1],
      ['a truth', true],
      ['an object', { result: '0x01' }],
    ])('has to wait while its node answers with %s', async (_, result) => {
      const signed = { ...(await wallets.signIn(deployed)), isAdult: true as const }
      const answer = await withNode(result, (there) => there.send(signed))
      expect(answer).toMatchObject({ status: 503, code: 'wallet_chain_unavailable' })
      expect((await wallets.send(signed)).code).toBe('ok')
    })

    describe('linked before its chain was stored', () => {
      const forget = (uid: number, chainId: number | null = null) =>
        db
          .updateTable('wallet')
          .set({ proven_by: null, chain_id: chainId === null ? null : String(chainId) })
          .where('account_id', '=', uid)
          .execute()

      it('logs in once it is linked again, on that chain', async () => {
        const { own, stolen } = await sameAddress()
        const [player, other] = [await players.newPlayer(), await players.newPlayer()]
        await wallets.link(player, own)
        await forget(player.uid)
        for (const wallet of [own, stolen]) {
          expect((await wallets.logIn(wallet, { isAdult: true })).code).toBe('wallet_unproven')
        }
        expect((await wallets.link(other, stolen)).code).toBe('wallet_taken')
        const { wallets: again } = (await wallets.link(player, own)).data
        expect(again).toMatchObject([{ provenBy: 'contract', chainId: SEPOLIA }])
        expect((await player.mails()).filter((kind) => kind === 'wallet-linked')).toHaveLength(2)
        expect(await uidOf((await wallets.logIn(own)).data.token)).toBe(player.uid)
        expect((await wallets.logIn(stolen)).code).toBe('wallet_unknown')
      })

      it('logs in at once on the chain that it has paid from', async () => {
        const { own, stolen } = await sameAddress()
        const { uid } = await wallets.newWalletPlayer(own)
        await forget(uid, SEPOLIA)
        expect((await wallets.logIn(stolen, { isAdult: true })).code).toBe('wallet_unproven')
        expect(await uidOf((await wallets.logIn(own)).data.token)).toBe(uid)
        expect((await wallets.logIn(stolen)).code).toBe('wallet_unknown')
      })

      it('is linked again from an old session if the account has nothing else', async () => {
        const { own, stolen } = await sameAddress()
        const { uid, call } = await wallets.newWalletPlayer(own)
        await forget(uid)
        players.time.now += 11 * MINUTE_MS
        const ask = (address: string) => call(beginWalletLink, { body: { address, chainId: SEPOLIA } })
        expect((await ask(newWallet().address)).code).toBe('login_again_required')
        expect((await wallets.link({ call }, own, undefined)).code).toBe('ok')
        expect((await ask(own.address)).code).toBe('login_again_required')
        expect(await uidOf((await wallets.logIn(own)).data.token)).toBe(uid)
        expect((await wallets.logIn(stolen)).code).toBe('wallet_unknown')
      })

      it('becomes a key at its next log-in with a key', async () => {
        const { wallet, uid, call } = await wallets.newWalletPlayer()
        for (const chainId of [null, BLAST_SEPOLIA]) {
          await forget(uid, chainId)
          expect((await call(getSecurity)).data.wallets).toMatchObject([{ provenBy: null, chainId: null }])
          expect(await uidOf((await wallets.logIn(wallet)).data.token)).toBe(uid)
          expect((await call(getSecurity)).data.wallets).toMatchObject([{ provenBy: 'key', chainId: null }])
        }
      })
    })

    it('is not the key of its address (EIP-7702), and is replaced by it if both belong to one player', async () => {
      const wallet = newWallet()
      const code = await chain.client.getCode({ address: deployed.address as Hex })
      await chain.client.setCode({ address: wallet.address as Hex, bytecode: code ?? '0x' })
      const byContract = { address: wallet.address, sign: ownerSign }
      const player = await players.newPlayer()
      expect((await wallets.link(player, byContract)).data.wallets).toMatchObject([{ chainId: SEPOLIA }])
      // Otherwise an attacker whom a node takes for the contract could prepare an account for the key's player.
      expect((await wallets.logIn(wallet)).code).toBe('wallet_unknown')
      const { wallets: both } = (await wallets.link(player, wallet)).data
      expect(both).toMatchObject([{ provenBy: 'key', chainId: null }])
      expect((await wallets.logIn(byContract)).code).toBe('wallet_key_needed')
      expect((await wallets.link(await players.newPlayer(), byContract)).code).toBe('wallet_taken')
      expect(await uidOf((await wallets.logIn(wallet)).data.token)).toBe(player.uid)
    })

    it('has to wait while its chain cannot be read, and the same signature works afterwards', async () => {
      const down = createWalletPlayers(
        await createPlayers(db, { KOI_CONFIG: configFile(practiceChains('http://127.0.0.1:9')) }),
      )
      const signed = { ...(await wallets.signIn(deployed)), isAdult: true as const }
      expect(await down.send(signed)).toMatchObject({ status: 503, code: 'wallet_chain_unavailable' })
      expect((await wallets.send(signed)).code).toBe('ok')
      // A key needs no chain.
      const known = await wallets.newWalletPlayer()
      expect((await down.logIn(known.wallet)).code).toBe('ok')
    })

    it('has to wait without a configured node, but a wrong signature of a key does not', async () => {
      const without = createWalletPlayers(await createPlayers(db))
      const wallet = await chain.undeployedWallet(owner.address)
      const sign = async (message: string) => wallet.wrap(await ownerSign(message))
      const answer = await without.logIn({ address: wallet.address, sign })
      expect(answer.code).toBe('wallet_chain_unavailable')
      const wrong = await without.logIn({ ...newWallet(), sign: newWallet().sign })
      expect(wrong.code).toBe('wallet_signature_wrong')
    })
  })

  describe('during a break', () => {
    it('opens the account, but no new one once it is closed', async () => {
      const { wallet, call } = await wallets.newWalletPlayer()
      expect((await call(excludeSelf, { body: { months: 6 } })).code).toBe('ok')
      expect((await wallets.logIn(wallet)).code).toBe('ok')
      expect((await call(closeAccount, { body: { forfeitBalance: true } })).code).toBe('ok')
      // Checked before the age is asked for, and for any answer.
      expect((await wallets.logIn(wallet)).code).toBe('break_active')
      expect((await wallets.logIn(wallet, { isAdult: true })).code).toBe('break_active')
      players.time.now += 200 * DAY_MS
      expect((await wallets.logIn(wallet, { isAdult: true })).code).toBe('ok')
    })

    it('is not possible after unlinking, linking or a time-out', async () => {
      const player = await players.newPlayer()
      const [one, two] = [newWallet(), newWallet()]
      expect((await wallets.link(player, one)).code).toBe('ok')
      await player.call(takeTimeOut, { body: { hours: 24 } })
      expect((await wallets.link(player, two)).code).toBe('ok')
      for (const { address } of [one, two]) {
        const gone = { params: { address }, body: { password: PASSWORD } }
        expect((await player.call(unlinkWallet, gone)).code).toBe('ok')
      }
      for (const wallet of [one, two]) {
        expect((await wallets.logIn(wallet, { isAdult: true })).code).toBe('break_active')
      }
      // They may link it again to their own account, which is on the same break; to no other.
      expect((await wallets.link(player, one)).code).toBe('ok')
      expect((await wallets.link(await players.newPlayer(), two)).code).toBe('break_active')
      await players.wait(DAY_MS)
      expect((await wallets.logIn(two, { isAdult: true })).code).toBe('ok')
    })

    it('or with limits, keeps both when the wallet of a closed account opens another', async () => {
      const { wallet, call } = await wallets.newWalletPlayer()
      await call(setLimit, { params: { kind: 'deposit', period: 'day' }, body: { amount: '10' } })
      await call(closeAccount, { body: { forfeitBalance: true } })
      const again = await wallets.newWalletPlayer(wallet)
      expect((await again.call(getResponsiblePlay)).data.limits[0]).toMatchObject({ amount: '10.00' })
    })

    it('that is over, finds nothing of a closed account', async () => {
      const { wallet, uid, call } = await wallets.newWalletPlayer()
      await call(closeAccount, { body: { forfeitBalance: true } })
      const left = await db.selectFrom('wallet').select('address').where('account_id', '=', uid).execute()
      expect(left).toEqual([])
      const again = await wallets.newWalletPlayer(wallet)
      expect(again.uid).not.toBe(uid)
    })
  })
}
