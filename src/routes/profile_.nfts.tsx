import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { NftsScreen } from '#app/NftsScreen.tsx'
import { loadTexts } from '#i18n/i18n.ts'

const NftsSearchSchema = v.object({
  /** The token that is looked at. */
  nft: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined)),
})

export const Route = createFileRoute('/profile_/nfts')({
  validateSearch: NftsSearchSchema,
  loader: () => Promise.all([loadTexts('wallet'), loadTexts('account')]),
  component: NftsScreen,
  staticData: { title: msg`My NFTs`, tabBar: true, tab: 'accout' },
})
