import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeSharedFile } from '#lib/shared-file.ts'
import { respondToShare } from '../../sw/shared-file.ts'
import { CACHE_FAULTS, stubCaches } from './cache-stub.ts'

const share = (fields: Readonly<Record<string, string | File>>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return respondToShare(new Request('https://koi.test/verify', { method: 'POST', body }))
}
const TEXT = '{"bet":1}'

describe('what another app shares', () => {
  beforeEach(() => {
    stubCaches()
    // Node wants a whole address.
    vi.spyOn(Response, 'redirect').mockImplementation(
      (url, status = 302) => new Response(null, { status, headers: { location: String(url) } }),
    )
  })

  it('is kept for the page that is opened, which takes it once', async () => {
    const answer = await share({ file: new File([TEXT], '收据 1.json') })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/verify?file=shared'])
    const file = await takeSharedFile()
    expect([file?.name, await file?.text()]).toEqual(['收据 1.json', TEXT])
    expect(await takeSharedFile()).toBeNull()
  })

  it('may be text', async () => {
    await share({ text: TEXT })
    expect(await (await takeSharedFile())?.text()).toBe(TEXT)
  })

  it.each(CACHE_FAULTS.filter(([, fault]) => fault !== 'hang'))(
    'is said to be lost when the cache fails: %s, %s',
    async (method, fault) => {
      stubCaches([method === 'match' ? 'put' : method], fault)
      expect((await share({ file: new File([TEXT], 'a.json') })).headers.get('location')).toBe(
        '/verify?file=lost',
      )
    },
  )

  it('is lost when it is no form', async () => {
    const request = new Request('https://koi.test/verify', { method: 'POST', body: 'x' })
    expect((await respondToShare(request)).headers.get('location')).toBe('/verify?file=lost')
  })
})
