import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeAvatar, uploadAvatar } from '#contract/account.ts'
import { listMessages } from '#contract/messages.ts'
import { getNftPicture, setNftPicture } from '#contract/nft-picture.ts'
import { getUser } from '#contract/user.ts'
import { getWalletNfts, unlinkWallet } from '#contract/wallet.ts'
import { evmAddress } from '../../support/addresses.ts'
import type { Database } from '#server/db/tables.ts'
import type { Standing } from '#server/wallets/nfts/nft-contracts.ts'
import { checkNftPictures } from '#server/wallets/nfts/nft-picture-watch.ts'
import { createPlayers, PASSWORD, type Player, type Players } from '../../support/players.ts'
import type { TestBackend } from './test-backend.ts'
import { createWalletPlayers, newWallet, SEPOLIA, type Signer } from './wallet-players.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

export function nftPictureSuite(backend: TestBackend): void {
  describe('an NFT as picture', () => {
    let db: Database
    let players: Players
    let wallets: ReturnType<typeof createWalletPlayers>
    let player: Player
    let wallet: Signer

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
      wallets = createWalletPlayers(players)
    })
    beforeEach(async () => {
      await db.deleteFrom('nft_picture').execute()
      ;[player, wallet] = [await players.newPlayer(), newWallet()]
    })

    const tokensOf = async ({ address }: Signer) => {
      const { data } = await players.call(getWalletNfts, {
        params: { address: evmAddress(address) },
        query: { chainId: String(SEPOLIA) },
      })
      const [collection] = data?.collections ?? []
      if (!collection) throw new Error('A practice wallet holds NFTs')
      return collection.tokens.map(({ id }) => ({
        chainId: SEPOLIA,
        contract: evmAddress(collection.contract),
        standard: collection.standard,
        id,
        address: evmAddress(address),
      }))
    }
    const firstOf = async (of = wallet) => {
      const [token] = await tokensOf(of)
      if (!token) throw new Error('A practice wallet holds NFTs')
      return token
    }
    const set = async (token?: Awaited<ReturnType<typeof firstOf>>) =>
      player.call(setNftPicture, { body: token ?? (await firstOf()) })
    const avatar = async () => (await player.call(getUser)).data.avatar
    const told = async () =>
      (await player.call(listMessages)).data.messages.flatMap(({ content }) =>
        content.kind === 'picture-ended' ? [content] : [],
      )
    const published: string[] = []
    const check = (answer: Standing, asked: string[] = []) =>
      checkNftPictures({
        db,
        feed: { publish: (topic) => void published.push(topic) },
        clock: () => players.time.now,
        standingOf: async ({ id }) => {
          asked.push(String(id))
          return answer
        },
      })

    it('needs a linked wallet that holds it', async () => {
      expect((await set()).code).toBe('wallet_not_linked')
      await wallets.link(player, wallet)
      const foreign = await firstOf(newWallet())
      expect((await set(foreign)).code).toBe('wallet_not_linked')
      expect((await set({ ...foreign, address: evmAddress(wallet.address) })).code).toBe('nft_not_held')
      expect((await set({ ...(await firstOf()), chainId: 5 })).code).toBe('wallet_chain_unsupported')
      expect(await avatar()).toBe('')

      const token = await firstOf()
      const { data } = await set(token)
      expect(data.avatar).toBe(await avatar())
      const picture = Buffer.from(await (await players.app.request(data.avatar)).arrayBuffer())
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
      expect((await player.call(getNftPicture)).data).toMatchObject({
        id: token.id,
        name: 'Practice Koi',
        address: token.address,
        checkedAt: new Date(players.time.now).toISOString(),
      })
    })

    it('is checked once a day, and ends only by a clear answer, with a message', async () => {
      await wallets.link(player, wallet)
      const token = await firstOf()
      await set(token)
      const asked: string[] = []
      await check('not-held', asked)
      expect(asked).toEqual([])

      players.time.now += DAY_MS
      await check('unknown', asked)
      await check('unknown', asked)
      expect(asked).toEqual([token.id])
      players.time.now += HOUR_MS
      await check('held', asked)
      players.time.now += DAY_MS - 1
      await check('not-held', asked)
      expect(asked).toEqual([token.id, token.id])
      expect(await avatar()).not.toBe('')

      players.time.now += 1
      // Two processes at once, as after a lease that ran out.
      await Promise.all([check('not-held'), check('not-held')])
      expect(await avatar()).toBe('')
      expect((await player.call(getNftPicture)).data).toBeNull()
      expect(await told()).toEqual([
        { kind: 'picture-ended', name: 'Practice Koi', id: token.id, reason: 'not-held' },
      ])
      expect(published).toEqual(['messages'])
    })

    it('ends when its wallet is no longer linked, whoever holds it', async () => {
      await wallets.link(player, wallet)
      await set()
      await player.call(unlinkWallet, {
        params: { address: evmAddress(wallet.address) },
        body: { password: PASSWORD },
      })
      players.time.now += DAY_MS
      await check('held')
      expect(await avatar()).toBe('')
      expect(await told()).toMatchObject([{ reason: 'not-linked' }])
    })

    it('gives way to an uploaded picture, which no check removes', async () => {
      await wallets.link(player, wallet)
      await set()
      const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#ff5a1f' } })
        .png()
        .toBuffer()
      const uploaded = (await player.call(uploadAvatar, { upload: ['image/png', file] })).data.avatar
      expect((await player.call(getNftPicture)).data).toBeNull()
      players.time.now += 2 * DAY_MS
      await check('not-held')
      expect(await avatar()).toBe(uploaded)
      await set()
      await player.call(removeAvatar)
      expect((await player.call(getNftPicture)).data).toBeNull()
      expect(await told()).toEqual([])
    })
  })
}
