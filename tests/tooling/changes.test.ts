import { expect, it } from 'vitest'
import { journeysOf, lintedOf } from '../../scripts/lib/changes.mjs'

const SPECS = [
  'deposit.spec.ts',
  'lobby.spec.ts',
  'play-dice.spec.ts',
  'withdraw-evm.spec.ts',
  'withdraw.spec.ts',
]

it.each([
  ['a journey itself', 'tests/e2e/lobby.spec.ts', ['lobby.spec.ts']],
  ['a feature', 'src/features/withdraw/FeeRow.tsx', ['withdraw-evm.spec.ts', 'withdraw.spec.ts']],
  ['a game within a feature', 'src/features/play/dice/DiceScreen.tsx', ['play-dice.spec.ts']],
  ['a domain of the server', 'server/withdrawals/fee.ts', ['withdraw-evm.spec.ts', 'withdraw.spec.ts']],
])('a change in %s runs the journeys named after it', (_, file, journeys) => {
  expect(journeysOf([file], SPECS)).toEqual({ journeys, unnamed: [] })
})

it('files without a journey are named, unless no screen shows them', () => {
  const shared = ['src/ui/Button.tsx', 'tests/support/fixtures.ts', 'server/http/negotiate.ts']
  const nowhere = ['docs/money.md', 'README.md', 'scripts/test.mjs', 'tests/ui/toast.test.ts']
  expect(journeysOf([...shared, ...nowhere], SPECS)).toEqual({ journeys: [], unnamed: shared })
})

it('lint runs on the changed files, or on all after a changed rule', () => {
  expect(lintedOf(['docs/money.md', 'src/ui/Button.tsx', 'scripts/test.mjs'])).toEqual([
    'src/ui/Button.tsx',
    'scripts/test.mjs',
  ])
  for (const rule of ['.oxlintrc.json', 'eslint.config.js', 'build/eslint/layers.js', 'package-lock.json']) {
    expect(lintedOf(['src/ui/Button.tsx', rule])).toEqual(['.'])
  }
  expect(lintedOf(['docs/money.md'])).toEqual([])
})
