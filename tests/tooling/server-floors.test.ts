import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeServerImport, SERVER_FLOORS } from '../../build/eslint/server-floors.js'
import { findCycles, graphOf, importEdges } from './import-graph.ts'

describe('the floors of the server', () => {
  const forbidden: [from: string, target: string][] = [
    ['server/base/repeat.ts', 'server/db/tables.ts'],
    ['server/db/migrate.ts', 'server/catalogue/games.seed.ts'],
    ['server/db/tables.ts', 'server/config/config.ts'],
    ['server/chains/evm-node.ts', 'server/wallets/explorer.ts'],
    ['server/config/config.ts', 'server/deposits/deposit-chain.ts'],
    ['server/identity/sessions.ts', 'server/accounts/prove.ts'],
    ['server/ledger/movements.ts', 'server/rates/rates.ts'],
    ['server/ledger/movements.ts', 'server/books/reconcile.ts'],
    ['server/deposits/deposit-news.ts', 'server/http/refusal-response.ts'],
    ['server/deposits/open-cents.ts', 'server/wallet-deposits/intents.ts'],
    ['server/wallets/linked-wallets.ts', 'server/withdrawals/address-book.ts'],
    ['server/wallets/linked-wallets.ts', 'server/wallets/wallets.endpoints.ts'],
    ['server/accounts/auth.endpoints.ts', 'server/balances/balances.endpoints.ts'],
    ['server/accounts/auth.endpoints.ts', 'server/app.ts'],
    ['server/app.ts', 'server/accounts/auth.endpoints.ts'],
    ['server/http/caller.ts', 'server/system/health.ts'],
    ['server/signer/main.ts', 'server/main.ts'],
    ['server/gossip/gossip.ts', 'server/base/clock.ts'],
  ]
  it.each(forbidden)('%s may not import %s', (from, target) => {
    expect(judgeServerImport(from, target)).toEqual(expect.any(String))
  })

  const allowed: [from: string, target: string][] = [
    ['server/db/migrate.ts', 'server/base/startup-error.ts'],
    ['server/config.command.ts', 'server/signer/signer-config.ts'],
    ['server/identity/services.ts', 'server/config/config.ts'],
    ['server/accounts/prove.ts', 'server/accounts/passkey-proof.ts'],
    ['server/accounts/prove.ts', 'server/ledger/post-transaction.ts'],
    ['server/accounts/auth.endpoints.ts', 'server/http/mount-endpoint.ts'],
    ['server/wallets/nfts/nft-look.ts', 'server/wallets/image-paths.ts'],
    ['server/endpoints.ts', 'server/accounts/auth.endpoints.ts'],
    ['server/main.ts', 'server/endpoints.ts'],
  ]
  it.each(allowed)('%s may import %s', (from, target) => {
    expect(judgeServerImport(from, target)).toBeUndefined()
  })

  it('name each folder once', () => {
    const names = SERVER_FLOORS.flat()
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('the imports in the server', () => {
  const edges = importEdges('server')

  it('follow the floors, including types', () => {
    expect(edges.length).toBeGreaterThan(1_000)
    const reasons = edges.map(({ from, to }) => judgeServerImport(from, to))
    expect(reasons.filter(Boolean)).toEqual([])
  })

  it('have no cycle between files', () => {
    expect(findCycles(graphOf(edges, (path) => path))).toEqual([])
  })

  it('have no cycle between folders', () => {
    const isDomain = (path: string) => posix.dirname(path) !== 'server' && !path.endsWith('.endpoints.ts')
    const counted = edges.filter(({ from, to }) => isDomain(from) && isDomain(to))
    expect(findCycles(graphOf(counted, (path) => path.split('/').slice(0, 2).join('/')))).toEqual([])
  })
})
