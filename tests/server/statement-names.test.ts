import { describe, expect, it } from 'vitest'
import { createStatementNames } from '#server/db/statement-names.ts'

describe('names of prepared statements', () => {
  it('are given from the second use, only to statements with values', () => {
    const { nameOf } = createStatementNames()
    expect(nameOf('select $1', [1])).toBeUndefined()
    const name = nameOf('select $1', [2])
    expect(name).toMatch(/^koi_\d+$/)
    expect(nameOf('select $1', [3])).toBe(name)
    for (let n = 0; n < 3; n++) expect(nameOf('begin', [])).toBeUndefined()
  })

  it('differ between texts, and between sessions', () => {
    const [one, other] = [createStatementNames(), createStatementNames()]
    const given = [one, other].flatMap(({ nameOf }) =>
      ['a', 'b'].flatMap((text) => [nameOf(text, [1]), nameOf(text, [1])]),
    )
    const names = given.filter((name) => name !== undefined)
    expect(names).toHaveLength(4)
    expect(new Set(names).size).toBe(4)
  })

  it('are limited in number, and the first texts keep theirs', () => {
    const { nameOf } = createStatementNames()
    for (const _ of [1, 2]) for (let n = 0; n < 600; n++) nameOf(`text ${n}`, [1])
    const names = Array.from({ length: 600 }, (_, n) => nameOf(`text ${n}`, [1]))
    expect(names.filter((name) => name !== undefined)).toHaveLength(500)
    expect(names[0]).toBeDefined()
    expect(names[599]).toBeUndefined()
  })

  it('are forgotten after a table was changed', () => {
    const { nameOf, forgetAfter } = createStatementNames()
    expect(forgetAfter('create table t ()')).toBe(false)
    const name = [1, 2].map((n) => nameOf('select $1', [n])).at(-1)
    expect(forgetAfter('select 1')).toBe(false)
    expect(forgetAfter('\n  ALTER table t add n integer')).toBe(true)
    expect(nameOf('select $1', [1])).not.toBe(name)
  })
})
