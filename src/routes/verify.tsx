import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { VerifyScreen } from '#app/VerifyScreen.tsx'
import { loadTexts } from '#i18n/i18n.ts'

const VerifySearchSchema = v.object({
  /** What became of a file that another app has shared. */
  file: v.optional(v.fallback(v.optional(v.picklist(['shared', 'lost'])), undefined)),
})

export const Route = createFileRoute('/verify')({
  validateSearch: VerifySearchSchema,
  loader: async () => {
    const { VERIFIER_TEXTS } = await import('#i18n/verifier-texts.ts')
    await Promise.all([loadTexts('money'), loadTexts('verifier', VERIFIER_TEXTS)])
  },
  component: VerifyScreen,
  staticData: { title: msg`Verify a file` },
})
