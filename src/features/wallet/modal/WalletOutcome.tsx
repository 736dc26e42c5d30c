import { Trans, useLingui } from '@lingui/react/macro'
import { CircleSlash, TriangleAlert } from 'lucide-react'
import { walletErrorMessage } from '#features/wallet/connection/wallet-error-messages.ts'
import { Callout } from '#ui/Callout.tsx'
import { WalletRejection } from '#features/wallet/connection/wallet-error.ts'

/** Outcome of a request to the wallet, if there is something to show. */
export type Outcome =
  | { readonly status: 'none' | 'waiting' }
  | { readonly status: 'rejected' }
  | { readonly status: 'failed'; readonly error: unknown }

/** A declined request is shown calmly; a failure with what happened and what to do. */
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

/** Status `none` for undefined. */
export function outcomeOf(error: unknown): Outcome {
  if (error === undefined) return { status: 'none' }
  return error instanceof WalletRejection ? { status: 'rejected' } : { status: 'failed', error }
}
