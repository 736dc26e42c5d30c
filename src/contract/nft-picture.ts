import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Uint256Schema } from './uint256.ts'
import { UserSchema } from './user.ts'
import { ChainIdSchema, EvmAddressSchema, MomentSchema, ShownEvmAddressSchema } from './values.ts'
import { NFT_STANDARDS, NftNameSchema } from './wallet.ts'

export const getNftPicture = endpoint({
  method: 'GET',
  path: '/user/avatar/nft',
  tag: 'account',
  access: 'player',
  summary: 'Get the NFT that the picture of the player shows; null if it shows none',
  data: v.nullable(
    v.object({
      chainId: ChainIdSchema,
      contract: ShownEvmAddressSchema,
      id: Uint256Schema,
      /** Name of the collection; null if there is no name that can be shown. */
      name: v.nullable(NftNameSchema),
      /** The linked wallet that holds it. */
      address: EvmAddressSchema,
      /** The last time that the chain confirmed it; asked every day. */
      checkedAt: MomentSchema,
    }),
  ),
  errors: [],
})

export const setNftPicture = endpoint({
  method: 'PUT',
  path: '/user/avatar/nft',
  tag: 'account',
  access: 'player',
  summary: 'Set an NFT of a linked wallet as the picture, for as long as the wallet holds it',
  body: v.object({
    chainId: ChainIdSchema,
    contract: EvmAddressSchema,
    standard: v.picklist(NFT_STANDARDS),
    id: Uint256Schema,
    address: EvmAddressSchema,
  }),
  data: UserSchema,
  errors: [
    'wallet_not_linked',
    'wallet_chain_unsupported',
    'wallet_chain_unavailable',
    'nft_not_held',
    'nft_picture_unreadable',
    'rate_limited',
  ],
})
