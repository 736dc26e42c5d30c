import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import linguiConfig, { FIRST_LOAD } from '../../lingui.config.ts'
import { ACCOUNT_PAGES, PLAY_TOOL_PAGES, ROUTES } from '../support/app-pages.ts'

it('every page inside AccountGate is listed in ACCOUNT_PAGES', () => {
  const listed = [...ACCOUNT_PAGES, ...PLAY_TOOL_PAGES].map((address) => address.split('?')[0])
  const gated = readdirSync('src/routes').flatMap((file) => {
    const source = readFileSync(`src/routes/${file}`, 'utf8')
    const [, path = ''] = /createFileRoute\('([^']+)'\)/.exec(source) ?? []
    return source.includes('<AccountGate') ? [path.replace(/(?<=.)\/$/, '')] : []
  })
  expect(gated.length).toBeGreaterThan(5)
  expect(
    gated.filter((path) => !listed.includes(path)),
    'add these to ACCOUNT_PAGES in tests/support/app-pages.ts',
  ).toEqual([])
})

it('every page is linked', () => {
  // Addresses of routes themselves, of calls to the server and of mock answers are no links.
  const NO_LINKS = /^(?:routes|contract)\/|^routeTree\.gen\.ts$|^features\/labs\/mock-/
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !NO_LINKS.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n')
  expect(
    ROUTES.filter((route) => !sources.includes(`'${route}'`) && !sources.includes(`"${route}"`)),
    'link these, for example in src/app/shell/menu-entries.ts',
  ).toEqual([])
})

it('every feature is listed either in a part or in FIRST_LOAD', () => {
  const included = (linguiConfig.catalogs ?? []).flatMap(({ include }) => include).join(' ')
  const isInPart = (feature: string) => included.includes(`/src/features/${feature}/**`)
  const features = readdirSync('src/features')
  expect(
    features.filter((feature) => !isInPart(feature) && !FIRST_LOAD.includes(feature)),
    'name these in lingui.config.ts: in a part, or in FIRST_LOAD',
  ).toEqual([])
  expect(FIRST_LOAD.filter((feature) => isInPart(feature) || !features.includes(feature))).toEqual([])
})
