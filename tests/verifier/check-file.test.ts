import { i18n } from '@lingui/core'
import { beforeAll, expect, it } from 'vitest'
import { checkFile } from '#verifier/check-file.ts'
import { KNOWN_BETS } from '../fair/known-bets.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en-US', messages: {} }))

const check = (content: BlobPart) =>
  checkFile(new Blob([content]), { trusted: undefined, onPercent: () => undefined })

it('says in words what a file of Koi proves, and what is wrong in it', async () => {
  const options = { trusted: undefined, onPercent: () => undefined }
  const lines = KNOWN_BETS.map((bet) => JSON.stringify(bet))
  expect(await checkFile(new Blob([lines.join('\n')]), options)).toMatchObject({
    tone: 'unsure',
    verdict: 'Nothing in it is wrong, but not everything is signed',
    findings: [],
  })
  const forged = lines.join('\n').replace('59.67', '59.68')
  expect(await checkFile(new Blob([forged]), options)).toMatchObject({
    tone: 'wrong',
    verdict: 'Something is wrong',
    findings: [{ what: expect.stringMatching(/^Line 1: The recorded result/) as string }],
  })
})

it.each([
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
  ['text of somebody else', 'Dear diary,\ntoday I saw a koi.\n'],
  ['nothing', ''],
])('%s is not taken for a proof that something is wrong', async (_, content) => {
  expect((await check(content as BlobPart))?.tone ?? null).not.toBe('wrong')
})
