import { join } from 'node:path'
import stylelint from 'stylelint'
import { describe, expect, it } from 'vitest'

async function lint(path: string, declaration: string): Promise<string[]> {
  const root = join(import.meta.dirname, '../..')
  const { results } = await stylelint.lint({
    code: `.a {\n  ${declaration};\n}\n`,
    codeFilename: join(root, path),
    cwd: root,
  })
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule))
}

const OUTSIDE = [
  'src/features/games/lobby/HomePage.module.css',
  'src/app/shell/shell.module.css',
  'src/routes/a.css',
]

describe('the rules for style sheets', () => {
  it.each([
    'color: var(--text)',
    'background: var(--bg)',
    'background-image: var(--grad-pond)',
    'border: 1px solid var(--line)',
    'border-top: 1px solid',
    'border-inline-start-color: var(--line)',
    'outline: 2px solid var(--focus)',
    'box-shadow: var(--shadow-1)',
    'text-shadow: 0 0 1px black',
    'fill: currentColor',
    'stroke-width: 2px',
    'font: inherit',
    'font-size: var(--fs-1)',
    'font-weight: 700',
    'letter-spacing: 0',
    'line-height: 1',
    'text-decoration-color: red',
  ])('allow %s in src/ui only', async (declaration) => {
    for (const path of OUTSIDE) {
      expect(await lint(path, declaration)).toEqual([
        expect.stringMatching(/^(?:property|declaration-property-value)-disallowed-list$/),
      ])
    }
    expect(await lint('src/ui/Tile.module.css', declaration)).toEqual([])
    expect(await lint('src/features/play/dice/dice.module.css', declaration)).toEqual([])
  })

  it.each([
    'display: grid',
    'border-top-width: 1px',
    'border-radius: var(--r-3)',
    'border: 0',
    'background: none',
    'outline: none',
    'text-align: center',
    'opacity: 0.5',
    'animation: none',
  ])('allow %s everywhere as layout', async (declaration) => {
    for (const path of OUTSIDE) expect(await lint(path, declaration)).toEqual([])
  })

  it('exempt the stages of games by name, and nothing else', async () => {
    expect(await lint('src/features/play/dice/panel.module.css', 'color: red')).toEqual([
      'property-disallowed-list',
    ])
    expect(await lint('src/features/play/play.module.css', 'color: red')).toEqual([
      'property-disallowed-list',
    ])
  })

  it.each([
    ['colour: red', 'property-no-unknown'],
    ['width: 3pixels', 'unit-no-unknown'],
    ['animation-name: nowhere', 'no-unknown-animations'],
    ['display: grit', 'declaration-property-value-no-unknown'],
    ['width: 1px;\n  width: 2px', 'declaration-block-no-duplicate-properties'],
  ])('refuse %s everywhere', async (declaration, rule) => {
    expect(await lint('src/ui/Tile.module.css', declaration)).toContain(rule)
    expect(await lint('src/features/play/dice/dice.module.css', declaration)).toContain(rule)
  })
})
