import { describe, expect, it } from 'vitest'
import { allowConsole, takeConsole } from '../support/console-guard.ts'

describe('the console guard', () => {
  it('keeps the output for the test', () => {
    console.error('broken: %s', 'yes')
    console.warn('careful')
    expect(takeConsole()).toEqual([
      { method: 'error', text: 'broken: yes' },
      { method: 'warn', text: 'careful' },
    ])
  })

  it('accepts output that the test allows', () => {
    allowConsole(/expected trouble/)
    console.error('expected trouble')
  })

  it.fails('fails a test with unexpected output', () => {
    console.warn('unexpected')
  })

  it('resets the allowed output for the next test', () => {
    expect(takeConsole()).toEqual([])
  })
})
