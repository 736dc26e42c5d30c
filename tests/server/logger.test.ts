import { describe, expect, it } from 'vitest'
import { createLogger, hideCredentials } from '#server/base/logger.ts'

function logged(work: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  work(createLogger('info', { write: (line) => void (text += line) }))
  return text
}

describe('logger', () => {
  it('writes JSON with a readable level and time', () => {
    const line = JSON.parse(logged((logger) => logger.info({ a: 1 }, 'hello'))) as Record<string, unknown>
    expect(line).toEqual({ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), a: 1, msg: 'hello' })
  })

  it('removes secrets, even from values that should not be logged', () => {
    const headers = { 'access-token': 'hush', authorization: 'Bearer hush', cookie: 'sid=hush', accept: 'x' }
    const text = logged((logger) => {
      logger.info({ headers, password: 'hush', token: 'hush' })
      logger.info(headers)
    })
    expect(text).not.toContain('hush')
    expect(text).toContain('"accept":"x"')
  })

  it('keeps the useful parts of an error, without credentials', () => {
    const cause = new Error('connect to postgres://koi:hush@db:5432/koi failed')
    const error = Object.assign(new Error('down', { cause }), { code: '57P01', client: { password: 'hush' } })
    const text = logged((logger) => logger.error({ err: error }, 'failed'))
    expect(text).not.toContain('hush')
    expect(JSON.parse(text)).toMatchObject({
      err: {
        type: 'Error',
        message: 'down',
        code: '57P01',
        cause: { message: expect.stringContaining('//db:5432') },
      },
    })
    expect(logged((logger) => logger.error({ err: 'postgres://a:hush@b' }))).not.toContain('hush')
  })

  it('hides credentials in any address', () => {
    expect(hideCredentials('see postgresql://koi:p%40ss@db/koi and https://x.example/')).toBe(
      'see postgresql://db/koi and https://x.example/',
    )
  })
})
