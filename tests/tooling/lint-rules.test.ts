import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const eslint = new ESLint()

async function lint(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath })
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? []
}

const importing = (specifier: string) => `import { x } from '${specifier}'\nx()\n`

describe('the layers', () => {
  const forbidden: [from: string, specifier: string][] = [
    ['src/contract/games.ts', '#api/api-client.ts'],
    ['src/contract/games.ts', 'hono'],
    ['src/fair/stream.ts', '#contract/games.ts'],
    ['src/fair/stream.ts', 'node:crypto'],
    ['src/lib/store.ts', '#ui/toast.ts'],
    ['src/lib/store.ts', '#features/games/games.queries.ts'],
    ['src/lib/store.ts', '#i18n/i18n.ts'],
    ['src/lib/store.ts', '#api/api-client.ts'],
    ['src/lib/store.ts', '#session/user.state.ts'],
    ['src/lib/store.ts', 'valtio'],
    ['src/lib/store.ts', '@tanstack/react-query'],
    ['src/api/api-client.ts', '#session/access-token.ts'],
    ['src/api/api-client.ts', '#queries/api-query.ts'],
    ['src/api/api-client.ts', 'react'],
    ['src/session/user.state.ts', '#queries/api-query.ts'],
    ['src/session/user.state.ts', '#ui/toast.ts'],
    ['src/session/user.state.ts', '#features/account/account-search.ts'],
    ['src/queries/api-query.ts', '#i18n/i18n.ts'],
    ['src/queries/api-query.ts', '#ui/toast.ts'],
    ['src/queries/api-query.ts', '#features/games/games.queries.ts'],
    ['src/queries/api-query.ts', '@tanstack/react-router'],
    ['src/i18n/i18n.ts', '#ui/Button.tsx'],
    ['src/ui/Button.tsx', '#contract/games.ts'],
    ['src/ui/Button.tsx', '#api/api-error.ts'],
    ['src/ui/Button.tsx', '#session/user.state.ts'],
    ['src/ui/Button.tsx', '#queries/api-query.ts'],
    ['src/ui/Button.tsx', '#features/games/GameTile.tsx'],
    ['src/ui/Button.tsx', '#app/start/router.tsx'],
    ['src/ui/Button.tsx', '@tanstack/react-router'],
    ['src/ui/Button.tsx', '@tanstack/react-query'],
    ['src/ui/Button.tsx', 'valtio'],
    ['src/features/wallet/WalletPanel.tsx', '#features/deposit/deposit.state.ts'],
    ['src/features/wallet/WalletPanel.tsx', '../deposit/deposit.state.ts'],
    ['src/features/wallet/WalletPanel.tsx', '#app/panels.ts'],
    ['src/features/wallet/WalletPanel.tsx', '#routes/index.tsx'],
    ['src/features/wallet/WalletPanel.tsx', '#server/main.ts'],
    ['src/features/wallet/WalletPanel.tsx', '../../../server/main.ts'],
    ['src/features/wallet/WalletPanel.tsx', '../../../tests/support/console-guard.ts'],
    ['src/app/start/start.ts', '#routes/index.tsx'],
    ['src/app/start/start.ts', '#server/main.ts'],
    ['src/app/start/start.ts', 'kysely'],
    ['src/routes/index.tsx', '#server/main.ts'],
    ['src/main.tsx', '#routes/index.tsx'],
    ['sw/sw.ts', '#ui/Button.tsx'],
    ['sw/sw.ts', '#app/start/start.ts'],
    ['sw/sw.ts', '#lib/durable-storage.ts'],
    ['sw/sw.ts', '#api/api-client.ts'],
    ['sw/sw.ts', '#session/access-token.ts'],
    ['sw/sw.ts', '#queries/api-query.ts'],
    ['sw/sw.ts', 'react'],
    ['server/main.ts', '#session/api.ts'],
    ['server/main.ts', '#ui/Button.tsx'],
    ['server/main.ts', '#features/games/games.queries.ts'],
    ['server/main.ts', 'react'],
    ['server/main.ts', '../src/session/api.ts'],
    ['server/base/repeat.ts', '#server/db/tables.ts'],
    ['server/deposits/deposit-news.ts', './deposits.endpoints.ts'],
  ]
  it.each(forbidden)('%s may not import %s', async (from, specifier) => {
    expect(await lint(from, importing(specifier))).toContain('koi/layers')
  })

  const allowed: [from: string, specifier: string][] = [
    ['src/contract/games.ts', './coins.ts'],
    ['src/contract/games.ts', 'valibot'],
    ['src/fair/stream.ts', '@noble/hashes/hmac.js'],
    ['src/lib/decimal.ts', '#contract/coins.ts'],
    ['src/api/api-client.ts', '#contract/endpoint.ts'],
    ['src/api/connection.ts', '#lib/store.ts'],
    ['src/session/api.ts', '#api/api-client.ts'],
    ['src/session/use-draft-form.ts', '#i18n/error-messages.ts'],
    ['src/queries/api-query.ts', '#session/api.ts'],
    ['src/i18n/i18n.ts', '@lingui/core'],
    ['src/i18n/i18n.ts', '#contract/localized.ts'],
    ['src/ui/Button.tsx', '#lib/use-store.ts'],
    ['src/ui/Button.tsx', '#i18n/use-format.ts'],
    ['src/features/wallet/WalletPanel.tsx', './wallet.state.ts'],
    ['src/features/wallet/WalletPanel.tsx', '#features/wallet/connection/wallet.state.ts'],
    ['src/features/wallet/WalletPanel.tsx', '#contract/coins.ts'],
    ['src/features/wallet/WalletPanel.tsx', '#rules/dice/dice.ts'],
    ['src/features/wallet/WalletPanel.tsx', '#session/api.ts'],
    ['src/features/wallet/WalletPanel.tsx', '#queries/api-query.ts'],
    ['src/features/wallet/WalletPanel.tsx', '@tanstack/react-query'],
    ['src/routes/index.tsx', '#features/games/lobby/HomePage.tsx'],
    ['src/routes/index.tsx', '#app/panels.ts'],
    ['src/app/start/start.ts', '#features/settings/theme.actions.ts'],
    ['src/app/start/router.tsx', '../../routeTree.gen.ts'],
    ['src/main.tsx', '#app/start/start.ts'],
    ['sw/sw.ts', '#contract/api.ts'],
    ['sw/sw.ts', '#lib/store.ts'],
    ['sw/sw.ts', 'workbox-routing'],
    ['server/main.ts', '#contract/api.ts'],
    ['server/main.ts', '#rules/dice/dice.ts'],
    ['server/main.ts', '#server/app.ts'],
    ['server/main.ts', 'node:http'],
    ['tests/server/app.test.ts', '#server/app.ts'],
  ]
  it.each(allowed)('%s may import %s', async (from, specifier) => {
    expect(await lint(from, importing(specifier))).not.toContain('koi/layers')
  })

  it('allow ui to import types of the contract, and nothing else of it', async () => {
    const code = `import type { Game } from '#contract/games.ts'\nexport const name = (game: Game) => game.slug\n`
    expect(await lint('src/ui/Tile.tsx', code)).toEqual([])
  })

  it('cover every form of import', async () => {
    const from = 'src/features/wallet/connection/wallet.actions.ts'
    expect(await lint(from, `export const load = () => import('#features/deposit/a.ts')\n`)).toContain(
      'koi/layers',
    )
    expect(await lint(from, `export type A = import('#features/deposit/a.ts').A\n`)).toContain('koi/layers')
    expect(await lint(from, `export { a } from '#features/deposit/a.ts'\n`)).toContain('koi/layers')
  })

  it('require an alias for an import outside the folder, and fix it', async () => {
    const fixing = new ESLint({ fix: true })
    const [result] = await fixing.lintText(importing('../panels.ts'), { filePath: 'src/app/shell/Shell.tsx' })
    expect(result?.output).toContain(`from '#app/panels.ts'`)
  })
})

describe('a package with one importer', () => {
  it.each([
    ['idb-keyval', 'src/lib/durable-storage.ts', 'src/lib/other-storage.ts'],
    ['idb', 'src/features/play/demo-engine/play-database.ts', 'src/features/play/demo-engine/play-vault.ts'],
    ['workbox-window', 'src/features/install/update/service-worker.ts', 'src/app/start/start.ts'],
    [
      '@web3-onboard/core',
      'src/features/wallet/connection/onboard.ts',
      'src/features/wallet/connection/wallet.actions.ts',
    ],
  ])('%s may be imported in %s and nowhere else', async (name, door, elsewhere) => {
    expect(await lint(door, importing(name))).not.toContain('koi/layers')
    expect(await lint(elsewhere, importing(name))).toContain('koi/layers')
  })
})

describe('the classes', () => {
  const tile = (className: string) => `export function Tile() {\n  return <p className="${className}" />\n}\n`

  it.each([
    'text-brand',
    'text-2',
    'bg-surface-1',
    'lg:hover:bg-brand',
    'border-line',
    'border-t-line',
    'font-bold',
    'uppercase',
    'shadow-1',
  ])('%s is allowed in src/ui only', async (name) => {
    expect(await lint('src/features/games/Tile.tsx', tile(name))).toContain('koi/class-names')
    expect(await lint('src/app/Tile.tsx', tile(name))).toContain('koi/class-names')
    expect(await lint('src/ui/Tile.tsx', tile(name))).not.toContain('koi/class-names')
  })

  it.each([
    'flex gap-4 p-2 lg:grid',
    'text-center text-balance',
    'border-t border-2',
    '-mt-2 truncate',
    'w-full',
  ])('%s is layout and allowed everywhere', async (names) => {
    expect(await lint('src/features/games/Tile.tsx', tile(names))).not.toContain('koi/class-names')
  })

  it.each([
    'w-[13px]',
    'bg-[#fff]',
    'w-13px',
    'text-#fff',
    'bg-$line',
    'lg:grid-cols-[1fr_2fr]',
    '[color:red]',
  ])('%s is an arbitrary value and forbidden, even in src/ui', async (name) => {
    expect(await lint('src/ui/Tile.tsx', tile(name))).toContain('koi/class-names')
  })

  it('are found in conditions, joins, tables and style props', async () => {
    const file = 'src/features/games/Tile.tsx'
    const body = (jsx: string) => `export function Tile({ on }: { on: boolean }) {\n  return ${jsx}\n}\n`
    expect(await lint(file, body("<p className={on ? 'text-brand' : 'p-2'} />"))).toContain('koi/class-names')
    expect(await lint(file, body("<p className={['p-2', on && 'bg-brand'].join(' ')} />"))).toContain(
      'koi/class-names',
    )
    expect(await lint(file, body('<p className={`p-2 ${on}`} style={{ color: "red" }} />'))).toContain(
      'koi/class-names',
    )
    for (const style of [
      '{ ...{ fontSize: 3 } }',
      'on ? { borderTop: 0 } : {}',
      '{ textShadow: "none" } as object',
      'tone',
    ]) {
      const code = `const tone = { background: 'red' }\nvoid tone\n${body(`<p style={${style}} />`)}`
      expect(await lint(file, code), style).toContain('koi/class-names')
      expect(await lint('src/ui/Tile.tsx', code), style).not.toContain('koi/class-names')
    }
    for (const style of ["{ '--from': 'red' } as object", '{ height: 3, borderRadius: 4 }', 'unknown']) {
      expect(await lint(file, body(`<p style={${style}} />`)), style).not.toContain('koi/class-names')
    }
    expect(await lint(file, `export const toneClass = { a: 'text-brand' }\n`)).toContain('koi/class-names')
    expect(await lint(file, body("<p className={on === true ? 'p-2' : ''} />"))).not.toContain(
      'koi/class-names',
    )
  })
})

describe('amounts in SQL', () => {
  const query = (text: string) => `import { sql } from 'kysely'\nexport const rows = sql<number>\`${text}\`\n`
  const migration = (text: string) => `export const up = [\`${text}\`]\n`
  const SCHEMA = ['server/db/migrations/099-later.ts', 'server/db/functions/later.ts']
  const inexact = [
    'select sum(sign(amount) * amount) from ledger_posting',
    'select avg(stake) from bet',
    'select sum(stake)::float8 from bet',
    'select power(10, decimals) from coin',
    'select trunc(usd::numeric * multiplier / 10000) from bet',
    'select (usd)/(multiplier) from bet',
    'alter table bet add column price double precision',
  ]
  it.each(inexact)('%s is not exact and refused', async (text) => {
    expect(await lint('server/books/bets.ts', query(text))).toContain('koi/exact-sql')
    for (const path of SCHEMA) expect(await lint(path, migration(text)), path).toContain('koi/exact-sql')
  })

  it.each([
    'select sum(amount::numeric * abs(amount)) from ledger_posting',
    "select div(usd::numeric * multiplier, 10000), 'a / b' from bet -- half / half",
    'select power(10::numeric, decimals) from coin',
    'insert into round (bucket) select bucket from bet',
  ])('%s is exact and accepted', async (text) => {
    expect(await lint('server/books/bets.ts', query(text))).not.toContain('koi/exact-sql')
    for (const path of SCHEMA) expect(await lint(path, migration(text)), path).not.toContain('koi/exact-sql')
  })
})

describe('the names and the shape of files', () => {
  it.each([
    'src/lib/utils.ts',
    'src/lib/date-helpers.ts',
    'src/common/a.ts',
    'src/features/games/data.ts',
    'src/lib/ApiClient.ts',
  ])('%s is refused as a name', async (path) =>
    expect(await lint(path, 'export const a = 1\n')).toContain('koi/file-names'),
  )

  it.each([
    'src/app/static-data.ts',
    'src/api/api-client.ts',
    'src/features/coins/coins.queries.ts',
    'src/routes/games.$slug.tsx',
  ])('%s is accepted as a name', async (path) =>
    expect(await lint(path, 'export const a = 1\n')).not.toContain('koi/file-names'),
  )

  it('limit routes to 30 lines and components to 250, without blank lines and comments', async () => {
    const lines = (count: number) =>
      '// why\n\n' + 'export const a = 1\n'.repeat(1) + 'void a\n'.repeat(count - 1)
    expect(await lint('src/routes/gift.tsx', lines(30))).not.toContain('max-lines')
    expect(await lint('src/routes/gift.tsx', lines(31))).toContain('max-lines')
    expect(await lint('src/ui/Tile.tsx', lines(250))).not.toContain('max-lines')
    expect(await lint('src/ui/Tile.tsx', lines(251))).toContain('max-lines')
  })

  it('allow one exported component per file, with private ones beside it', async () => {
    const code = 'export function Tile() {\n  return null\n}\nexport function Row() {\n  return null\n}\n'
    expect(await lint('src/ui/Tile.tsx', code)).toContain('koi/one-component')
    const isPrivate = code.replace('export function Row', 'function Row').replace('null', '<Row />')
    expect(await lint('src/ui/Tile.tsx', isPrivate)).not.toContain('koi/one-component')
  })

  it('forbid a handler on import() that a missing style sheet would trigger', async () => {
    const inside = `void import('./b.ts').then((module) => module.b(), () => undefined)\n`
    const outside = `void import('./b.ts').then(({ b }) => b(), () => undefined)\n`
    for (const file of ['src/lib/a.ts', 'src/features/play/a.ts'])
      expect(await lint(file, inside)).toContain('no-restricted-syntax')
    expect(await lint('src/lib/a.ts', outside)).not.toContain('no-restricted-syntax')
  })

  it('forbid default exports and barrels, except in config files', async () => {
    expect(await lint('src/lib/a.ts', 'export default 1\n')).toContain('no-restricted-exports')
    expect(await lint('src/lib/a.ts', `export * from './b.ts'\n`)).toContain('no-restricted-syntax')
    expect(await lint('src/lib/a.ts', `export { b } from './b.ts'\n`)).toContain('no-restricted-syntax')
    expect(await lint('some.config.ts', 'export default 1\n')).not.toContain('no-restricted-exports')
  })
})

describe('the edges', () => {
  it.each([
    ['localStorage.clear()', 'lib'],
    ['window.localStorage.clear()', 'lib'],
    ['indexedDB.open("a")', 'lib'],
    ['void fetch("/")', 'api'],
    ['void window.fetch("/")', 'api'],
  ])('%s is allowed in src/%s only', async (code, owner) => {
    for (const layer of ['features/games', 'i18n', 'session', 'queries', 'lib', 'api']) {
      const ids = await lint(`src/${layer}/a.ts`, `${code}\n`)
      expect(ids.some((id) => id.startsWith('no-restricted-'))).toBe(layer !== owner)
    }
    expect((await lint('sw/a.ts', `${code}\n`)).some((id) => id.startsWith('no-restricted-'))).toBe(false)
  })

  it.each(['crypto.randomUUID()', 'globalThis.crypto.randomUUID()', 'const { randomUUID } = crypto'])(
    '%s is allowed on secure pages only',
    async (code) => {
      expect(await lint('src/features/games/a.ts', `${code}\n`)).toContain('no-restricted-properties')
      expect(await lint('src/lib/a.ts', `${code}\n`)).toContain('no-restricted-properties')
    },
  )

  it('forbid the console in code for the browser', async () => {
    expect(await lint('src/lib/a.ts', `console.log('a')\n`)).toContain('no-console')
    expect(await lint('sw/a.ts', `console.log('a')\n`)).toContain('no-console')
  })

  it.each(['inputMode="decimal"', 'inputMode={mode}', 'type="number"'])(
    '%s is allowed in src/ui only',
    async (prop) => {
      const code = `const mode = 'text'\nexport const Field = () => <input ${prop} />\nvoid mode\n`
      expect(await lint('src/features/games/Field.tsx', code)).toContain('koi/number-inputs')
      expect(await lint('src/ui/Field.tsx', code)).not.toContain('koi/number-inputs')
    },
  )

  it('require translations for texts that players read', async () => {
    const page = (jsx: string) =>
      `import { Trans } from '@lingui/react/macro'\nexport const Page = () => ${jsx}\nvoid Trans\n`
    const file = 'src/features/games/Page.tsx'
    expect(await lint(file, page('<p>Hello there</p>'))).toContain('koi/translated-text')
    expect(await lint(file, page('<img alt="Hello there" />'))).toContain('koi/translated-text')
    expect(await lint(file, page('<p>Koi</p>'))).not.toContain('koi/translated-text')
    expect(await lint(file, page('<p>100% · x2</p>'))).not.toContain('koi/translated-text')
    expect(await lint(file, page('<Trans>Hello <b>there</b></Trans>'))).not.toContain('koi/translated-text')
  })
})
