import { performCall, type ProviderServices } from './perform-call.ts'
import type { Looked, ProviderDesk, ProviderLink } from './provider-link.ts'
import { findProviderSession, playerOfName } from './provider-players.ts'
import { playableBalance, transactionsOf } from './provider-records.ts'

export function createProviderDesk(services: ProviderServices, link: ProviderLink): ProviderDesk {
  const { db, clock } = services
  const { provider } = link
  return {
    link,
    perform: (call) => performCall(services, { ...call, provider }),
    async coinOf(user, ids) {
      const player = await playerOfName(db, provider, user)
      if (player === null) return null
      const rows = await transactionsOf(db, provider, player)
        .where('account_id', '=', player)
        .where('id', 'in', [...ids])
        .execute()
      const coins = new Map(rows.map(({ id, coin }) => [id, coin]))
      return ids.map((id) => coins.get(id)).find((coin) => coin !== undefined) ?? null
    },
    async look({ user, token, coin }: Looked) {
      const refused = (status: 'user_unknown' | 'token_unknown' | 'token_expired') =>
        ({ status, balance: 0n, coin: null }) as const
      const player = await playerOfName(db, provider, user)
      if (player === null) return refused('user_unknown')
      const session = token === null ? null : await findProviderSession(db, provider, player, token)
      if (session === undefined) return refused('token_unknown')
      if (session && session.expires_at.getTime() <= clock()) return refused('token_expired')
      const held = coin ?? session?.coin ?? null
      const balance = held === null ? 0n : await playableBalance(db, player, held)
      return { status: 'ok', balance, coin: held }
    },
  }
}
