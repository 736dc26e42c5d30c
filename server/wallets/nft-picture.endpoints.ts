import { getNftPicture, setNftPicture } from '#contract/nft-picture.ts'
import { readUser } from '#server/accounts/user.ts'
import { createChainNodes } from '#server/chains/chain-nodes.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { createNftOwnership } from './nfts/nft-ownership.ts'
import { createNftPictures } from './nfts/nft-pictures.ts'
import { readNftPicture, setNftPicture as setPicture } from './nfts/set-nft-picture.ts'

export function nftPictureEndpoints(services: AccountServices): Served[] {
  const { db, clock } = services
  const { wallets } = services.config
  const sources = {
    nodes: createChainNodes(wallets.nodeUrls),
    standingOf: createNftOwnership(wallets, clock),
    pictures: createNftPictures(wallets, clock),
  }
  return [
    served(getNftPicture, { handle: (_, { session: { uid } }) => readNftPicture(db, uid) }),
    served(setNftPicture, {
      async handle({ body }, { session: { uid } }) {
        await setPicture(services, sources, uid, body)
        return readUser(db, uid)
      },
    }),
  ]
}
