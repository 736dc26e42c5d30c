import * as contract from '#contract/wallet.ts'
import { readSecurity } from '#server/accounts/security.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { createChainNodes } from '#server/chains/chain-nodes.ts'
import { beginDepositWallet, beginWalletLink, linkWallet, unlinkWallet } from './linked-wallets.ts'
import { handOutMessage } from './signed-message.ts'
import { logInWithWallet } from './wallet-login.ts'

export function walletAccountEndpoints(services: AccountServices): Served[] {
  const nodes = createChainNodes(services.config.wallets.nodeUrls)
  return [
    served(contract.beginWalletLogin, {
      handle: ({ body }, caller) =>
        handOutMessage(services, caller, body, { purpose: 'wallet-login', uid: null }),
    }),
    served(contract.loginWithWallet, {
      handle: async ({ body }, caller) => ({ token: await logInWithWallet(services, nodes, body, caller) }),
    }),
    served(contract.beginWalletLink, {
      handle: ({ body }, caller) => beginWalletLink(services, caller, body),
    }),
    served(contract.linkWallet, {
      async handle({ body }, caller) {
        await linkWallet(services, nodes, caller, { signed: body, purpose: 'wallet-link' })
        return readSecurity(services.db, caller.session.uid, services.clock())
      },
    }),
    served(contract.beginDepositWallet, {
      handle: ({ body }, caller) => beginDepositWallet(services, caller, body),
    }),
    served(contract.linkDepositWallet, {
      async handle({ body }, caller) {
        await linkWallet(services, nodes, caller, { signed: body, purpose: 'wallet-deposit' })
        return readSecurity(services.db, caller.session.uid, services.clock())
      },
    }),
    served(contract.unlinkWallet, {
      async handle({ params, body }, caller) {
        await unlinkWallet(services, caller, { params, body })
        return readSecurity(services.db, caller.session.uid, services.clock())
      },
    }),
  ]
}
