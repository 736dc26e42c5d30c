import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import { withChecksum } from '#contract/evm-checksum.ts'
import type { getNftPicture, setNftPicture as contract } from '#contract/nft-picture.ts'
import { keepAvatar } from '#server/accounts/avatar.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { ChainNodes } from '#server/chains/chain-nodes.ts'
import type { Database } from '#server/db/tables.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { holderOn } from '#server/identity/wallet-owners.ts'
import { createNftContracts } from './nft-contracts.ts'
import type { StandingOf } from './nft-ownership.ts'
import type { NftPictures } from './nft-pictures.ts'
import { PRACTICE_NAME } from './practice-nfts.ts'

/** After a check whose answer was clear. */
export const CHECK_AGAIN_MS = 24 * 60 * 60_000

interface Sources {
  readonly nodes: ChainNodes
  readonly standingOf: StandingOf
  readonly pictures: NftPictures
}

/**
 * The wallet was proven by its signature when it was linked; that it holds the NFT is asked of the chain.
 * @throws Refusal `wallet_chain_unsupported`, `wallet_not_linked`, `wallet_chain_unavailable`, `nft_not_held`,
 * `nft_picture_unreadable`, `unavailable`, `rate_limited`
 */
export async function setNftPicture(
  { db, limits, clock, config }: AccountServices,
  { nodes, standingOf, pictures }: Sources,
  uid: number,
  { id: number, ...body }: ParsedRequest<typeof contract>['body'],
): Promise<void> {
  const token = { ...body, id: BigInt(number) }
  await limits.take('avatar-account', String(uid))
  if (!config.chains.some(({ id }) => id === token.chainId)) {
    throw new Refusal('wallet_chain_unsupported', 'This server does not serve the chain')
  }
  await requireLinked(db, uid, token)
  const standing = await standingOf(token)
  if (standing === 'unknown') {
    throw new Refusal('wallet_chain_unavailable', 'The node of the chain does not say who holds it')
  }
  if (standing === 'not-held') throw new Refusal('nft_not_held', 'The wallet does not hold this NFT')
  const [picture, collection] = await Promise.all([pictures.get(token), nameOf(token)])
  if (picture === 'missing') throw new Refusal('nft_picture_unreadable', 'The NFT has no readable picture')
  if (picture === 'unreachable') throw new Refusal('unavailable', 'The picture cannot be had right now')
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    // It may have been unlinked meanwhile.
    await requireLinked(trx, uid, token)
    const now = clock()
    const avatar = await keepAvatar(trx, uid, { image: picture.bytes, at: now })
    await trx
      .insertInto('nft_picture')
      .values({
        account_id: uid,
        avatar,
        chain_id: String(token.chainId),
        contract: token.contract,
        standard: token.standard,
        token: String(token.id),
        collection,
        wallet: token.address,
        checked_at: new Date(now),
        next_check_at: new Date(now + CHECK_AGAIN_MS),
      })
      .execute()
  })

  /** Null if it has none, or the node does not tell it: the picture does without. */
  async function nameOf({ chainId, contract: address }: typeof token): Promise<string | null> {
    if (config.wallets.practiceNftChains.has(chainId)) return PRACTICE_NAME
    const node = nodes.get(chainId)
    const words = await (node &&
      createNftContracts(node)
        .describe(address)
        .catch(() => null))
    return words?.name ?? words?.symbol ?? null
  }
}

async function requireLinked(
  db: Database,
  uid: number,
  { address, chainId }: Pick<ParsedRequest<typeof contract>['body'], 'address' | 'chainId'>,
): Promise<void> {
  if ((await holderOn(db, address, chainId)) === uid) return
  throw new Refusal('wallet_not_linked', 'The wallet is not linked to the account')
}

export async function readNftPicture(db: Database, uid: number): Promise<DataOf<typeof getNftPicture>> {
  const row = await db.selectFrom('nft_picture').selectAll().where('account_id', '=', uid).executeTakeFirst()
  return row
    ? {
        chainId: Number(row.chain_id),
        contract: withChecksum(row.contract),
        id: row.token,
        name: row.collection,
        address: row.wallet,
        checkedAt: row.checked_at.toISOString(),
      }
    : null
}
