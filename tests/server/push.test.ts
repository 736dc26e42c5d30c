import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptPush } from '#server/push/encrypt-push.ts'
import { isPushService } from '#server/push/push-services.ts'
import { endOfQuietHours } from '#server/push/quiet-hours.ts'
import { decryptPush } from '../support/push-service.ts'

describe('the encryption of a notification', () => {
  it('is read by a reader that reads the example of RFC 8291', () => {
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    const example = {
      keys: { p256dh: '', auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
      privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    }
    expect(decryptPush(example, Buffer.from(body, 'base64url'))).toBe(
      'When I grow up, I want to be a watermelon',
    )

    const ecdh = createECDH('prime256v1')
    const [p256dh, auth] = [ecdh.generateKeys(), randomBytes(16)]
    const device = {
      keys: { p256dh: '', auth: auth.toString('base64url') },
      privateKey: ecdh.getPrivateKey('base64url'),
    }
    const sealed = encryptPush({ p256dh, auth }, Buffer.from('锦鲤'))
    expect(decryptPush(device, sealed)).toBe('锦鲤')
    const other = { ...device, keys: { ...device.keys, auth: randomBytes(16).toString('base64url') } }
    expect(() => decryptPush(other, sealed)).toThrow()
  })
})

describe('the address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('%s is called', (endpoint) => {
    expect(isPushService(endpoint, [])).toBe(true)
  })

  it.each([
    'https://koi.example/x',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://evilfcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'http://127.0.0.1:9200/x',
    'http://169.254.169.254/x',
    'file:///etc/passwd',
  ])('%s is not', (endpoint) => {
    expect(isPushService(endpoint, ['http://127.0.0.1:5000'])).toBe(false)
  })

  it('may be added by the operator', () => {
    expect(isPushService('http://127.0.0.1:5000/x', ['http://127.0.0.1:5000'])).toBe(true)
  })
})

describe('quiet hours', () => {
  const night = { from: '22:00', to: '08:00', zone: 'Asia/Shanghai' }
  const noon = { from: '12:30', to: '14:00', zone: 'America/New_York' }
  it.each([
    ['just begun', night, '2026-06-01T14:00:00.000Z', '2026-06-02T00:00:00.000Z'],
    ['after midnight', night, '2026-06-01T19:30:20.500Z', '2026-06-02T00:00:00.000Z'],
    ['about to end', night, '2026-06-01T23:59:59.999Z', '2026-06-02T00:00:00.000Z'],
    ['over', night, '2026-06-02T00:00:00.000Z', null],
    ['not begun', night, '2026-06-01T13:59:59.999Z', null],
    ['within a day', noon, '2026-06-01T17:00:00.000Z', '2026-06-01T18:00:00.000Z'],
    ['within a day, over', noon, '2026-06-01T18:00:00.000Z', null],
    ['within a day of winter', noon, '2026-12-01T18:00:00.000Z', '2026-12-01T19:00:00.000Z'],
  ])('%s', (_, hours, now, end) => {
    const found = endOfQuietHours(hours, Date.parse(now))
    expect(found === null ? null : new Date(found).toISOString()).toBe(end)
  })
})
