import { getNftPicture } from '#contract/nft-picture.ts'
import { apiQuery } from './api-query.ts'

/** The NFT that the player's picture shows. */
export const nftPictureQuery = apiQuery(getNftPicture, { persist: 'account' })
