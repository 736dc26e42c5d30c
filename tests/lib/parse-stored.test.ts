import { expect, it } from 'vitest'
import * as v from 'valibot'
import { parseStored } from '#lib/parse-stored.ts'

const Schema = v.object({ uid: v.number() })

it('reads valid stored data, and returns nothing for anything else', () => {
  expect(parseStored(Schema, '{"uid":7}')).toEqual({ uid: 7 })
  for (const text of [null, '', '{', 'null', '[]', '{"uid":"7"}']) {
    expect(parseStored(Schema, text)).toBeUndefined()
  }
})
