import { describe, expect, it } from 'vitest'
import { allowConsole, takeConsole } from '../support/console-guard.ts'

describe('console guard', () => {
  it('keeps what was printed for the test to look at', () => {
    console.error('broken: %s', 'yes')
    console.warn('careful')
    expect(takeConsole()).toEqual([
      { method: 'error', text: 'broken: yes' },
      { method: 'warn', text: 'careful' },
    ])
  })

  it('passes noise that the test allows', () => {
    allowConsole(/expected trouble/)
    console.error('expected trouble')
  })

  it.fails('fails a test with noise nobody allowed', () => {
    console.warn('unexpected')
  })

  it('does not carry an allowance over to the next test', () => {
    expect(takeConsole()).toEqual([])
  })
})
