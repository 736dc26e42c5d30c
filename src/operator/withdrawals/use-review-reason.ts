import { useLingui } from '@lingui/react/macro'

/** The sentence for a reason of the server; the reason itself if the console does not know it. */
export function useReviewReason(): (reason: string) => string {
  const { t } = useLingui()
  return (reason) => {
    switch (reason) {
      case 'large':
        return t`Large, alone or with others of a day`
      case 'above_day_limit':
        return t`Above what may be sent in a day`
      case 'not_confirmed':
        return t`Repeatedly not included in a block`
      case 'unsignable':
        return t`The network refused to build its transaction`
      case 'operator':
        return t`Decided by an operator`
      case 'reverted':
        return t`The transaction was reverted`
      case 'house_address':
        return t`The address belongs to the house`
      case 'no_transfer':
        return t`In a block, but without a transfer: look at the chain`
      case 'number_used':
        return t`Its nonce was used: look at the chain`
      case 'no_floor':
        return t`The signer has no floor price or limits for the coin`
      case 'books_differ':
        return t`The books of the player do not add up`
      case 'recovered':
        return t`Found on the chain, and assigned by an operator`
      case 'unsealed':
        return t`It lacks the seal of the server`
      default:
        return reason
    }
  }
}
