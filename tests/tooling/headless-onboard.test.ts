import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headlessOnboard } from '../../build/headless-onboard.ts'

const CORE = 'node_modules/@web3-onboard/core/dist'
const file = readdirSync(CORE)
  .filter((name) => /^index-[0-9a-f]+\.js$/.test(name))
  .map((name) => join(process.cwd(), CORE, name))
  .find((path) => readFileSync(path, 'utf8').includes('class Onboard extends HTMLElement'))
if (!file) throw new Error('web3-onboard has no core')

/** The build's output for a module; undefined when it does not change the module. */
function transformed(code: string, id: string): string | undefined {
  const { transform } = headlessOnboard()
  if (typeof transform !== 'object') throw new Error('The plugin has no transform')
  const context = {
    error: (message: string): never => {
      throw new Error(message)
    },
  }
  const result = transform.handler.call(context as never, code, id)
  return (result as { code: string } | null)?.code
}

describe('web3-onboard without its windows', () => {
  const code = transformed(readFileSync(file, 'utf8'), file) ?? ''

  it('has no inline style, window or name service left', () => {
    expect(code.includes(':host {')).toBe(false)
    expect(code).not.toMatch(/import\('(?:\.|viem|@web3-onboard)/)
    expect(code).toMatch(/function append_styles\([^)]*\) \{ return;/)
    expect(code).toMatch(/function validEnsChain\(\w+\) \{ return null;/)
    expect(code).not.toMatch(/(?:accountCenter|notify): \{\s*enabled: true/)
  })

  it('keeps no timer and no permanent subscription', () => {
    expect(code).not.toContain(', 1500)')
    expect(code).not.toMatch(/startWith(?:\$1)?\(state\.get\(\)\.appMetadata\), shareReplay(?:\$1)?\(1\)/)
  })

  it('does not change the language of the page', () => {
    const id = join(process.cwd(), 'node_modules/svelte-i18n/dist/runtime.js')
    const runtime = readFileSync(id, 'utf8')
    expect(runtime).toContain('setAttribute("lang"')
    expect(transformed(runtime, id)).not.toContain('setAttribute("lang"')
  })

  it('fails the build when a new version has different code', () => {
    expect(() => transformed('class Onboard extends HTMLElement {}', file)).toThrow(
      'web3-onboard has changed',
    )
  })
})
