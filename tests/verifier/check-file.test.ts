import { i18n } from '@lingui/core'
import { beforeAll, expect, it } from 'vitest'
import { checkFile } from '#verifier/check-file.ts'
import { createReceiptHouse } from '../fair/receipt-house.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en-US', messages: {} }))

const check = (content: BlobPart) =>
  checkFile(new Blob([content]), { trusted: undefined, onPercent: () => undefined })

it('says in words what a file of Koi proves, and what is wrong in it', async () => {
  const house = createReceiptHouse()
  const line = JSON.stringify(house.bet(70))
  const trusted = [house.key]
  const options = { trusted, onPercent: () => undefined }
  expect(await checkFile(new Blob([line]), options)).toMatchObject({ findings: [], more: 0 })
  const forged = await checkFile(new Blob([line.replace('"outcome":70', '"outcome":71')]), options)
  expect(forged).toMatchObject({ tone: 'wrong', verdict: 'Something is wrong' })
  expect(forged?.findings.length).toBeGreaterThan(0)
})

it.each([
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
  ['text of somebody else', 'Dear diary,\ntoday I saw a koi.\n'],
  ['nothing', ''],
])('%s is not taken for a proof that something is wrong', async (_, content) => {
  expect((await check(content as BlobPart))?.tone ?? null).not.toBe('wrong')
})
