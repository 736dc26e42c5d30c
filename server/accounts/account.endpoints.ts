import { balanceEndpoints } from '#server/balances/balances.endpoints.ts'
import { bonusEndpoints } from '#server/bonuses/bonuses.endpoints.ts'
import { transactionEndpoints } from '#server/history/transactions.endpoints.ts'
import type { Served } from '#server/http/mount-endpoint.ts'
import { practiceMailEndpoints } from '#server/mail/practice-mail.endpoints.ts'
import { showsPracticeMail } from '#server/mail/practice-mail.ts'
import { responsiblePlayEndpoints } from '#server/responsible-play/responsible-play.endpoints.ts'
import { walletAccountEndpoints } from '#server/wallets/wallet-account.endpoints.ts'
import { withdrawalEndpoints } from '#server/withdrawals/withdrawals.endpoints.ts'
import { authEndpoints } from './auth.endpoints.ts'
import { profileEndpoints } from './profile.endpoints.ts'
import { securityEndpoints } from './security.endpoints.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { sessionEndpoints } from './session.endpoints.ts'

/** Every call around an account; each domain adds its line. */
export function accountEndpoints(services: AccountServices): Served[] {
  return [
    ...authEndpoints(services),
    ...sessionEndpoints(services),
    ...securityEndpoints(services),
    ...walletAccountEndpoints(services),
    ...profileEndpoints(services),
    ...responsiblePlayEndpoints(services),
    ...withdrawalEndpoints(services),
    ...transactionEndpoints(services),
    ...balanceEndpoints(services),
    ...bonusEndpoints(services),
    ...(showsPracticeMail(services.config) ? practiceMailEndpoints(services) : []),
  ]
}
