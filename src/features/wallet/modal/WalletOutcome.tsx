import { Trans, useLingui } from '@lingui/react/macro'
import { CircleSlash, TriangleAlert } from 'lucide-react'
import { walletErrorMessage } from '#features/wallet/connection/wallet-error-messages.ts'
import { Callout } from '#ui/Callout.tsx'

/** How a request to the wallet went, as far as there is something to say. */
export type Outcome =
  | { readonly status: 'none' | 'waiting' }
  | { readonly status: 'rejected' }
  | { readonly status: 'failed'; readonly error: unknown }

/** A no is calm; a failure says what happened and the way out. */
export function WalletOutcome({ attempt }: { attempt: Outcome }) {
  const { i18n } = useLingui()
  if (attempt.status === 'rejected') {
    return (
      <div role="status">
        <Callout icon={<CircleSlash aria-hidden size={26} />} title={<Trans>You declined the request</Trans>}>
          <Trans>Nothing changed. Try again when you like.</Trans>
        </Callout>
      </div>
    )
  }
  if (attempt.status !== 'failed') return null
  return (
    <div role="alert">
      <Callout
        tone="danger"
        icon={<TriangleAlert aria-hidden size={26} />}
        title={<Trans>That did not work</Trans>}
      >
        {i18n._(walletErrorMessage(attempt.error))}
      </Callout>
    </div>
  )
}
