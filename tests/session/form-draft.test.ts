// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { draftNameOf, readDraft, removeDraftsOfOthers, writeDraft } from '#session/form-draft.ts'

const NONE = { email: '' }
const write = (uid: number) =>
  writeDraft(draftNameOf(uid, 'contact'), { email: `${uid}@koi.example` }, NONE, [])
const read = (uid: number) => readDraft(draftNameOf(uid, 'contact'), NONE, [])

beforeEach(() => {
  sessionStorage.clear()
  for (const uid of [0, 7, 71]) write(uid)
  sessionStorage.setItem('other', 'kept')
})

it("keeps a player's draft when those of all others are deleted", () => {
  removeDraftsOfOthers(7)
  expect([read(0), read(7), read(71)]).toEqual([{}, { email: '7@koi.example' }, {}])
  expect(sessionStorage.getItem('other')).toBe('kept')
})

it('deletes every draft for a visitor', () => {
  removeDraftsOfOthers(0)
  expect([read(0), read(7), read(71)]).toEqual([{}, {}, {}])
})
