import { createApiClient, type ApiClient, type CallOptions } from '#api/api-client.ts'
import { ApiError } from '#api/api-error.ts'
import { login, register, requestEmailCode } from '#contract/auth.ts'
import type { DataOf, Endpoint } from '#contract/endpoint.ts'
import type { StoryHouse } from './story-house.ts'

export const PASSWORD = 'carp in the quiet pond'
const EMAIL = 'koi@example.com'

/** Uses the app's own client, and checks each answer against the contract. */
export interface StoryDevice {
  readonly call: ApiClient['call']
  readonly isLoggedIn: () => boolean
  readonly logIn: () => Promise<void>
}

/** @param n the number of the device, and of the process that answers it */
export function createDevice(house: StoryHouse, n: number): StoryDevice {
  let token: string | null = null
  const client = createApiClient({
    baseUrl: 'http://localhost/api',
    readToken: () => token,
    timeoutMs: 60_000,
    fetch: async (input, init) =>
      house.process(n).app.request(input, {
        ...init,
        headers: {
          ...(init?.headers as Record<string, string>),
          'x-forwarded-for': `198.51.100.${n + 1}`,
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          'sec-fetch-site': 'same-origin',
        },
      }),
  })
  const logIn = async () => {
    ;({ token } = await client.call(login, { body: { email: EMAIL, password: PASSWORD } }))
  }

  return {
    isLoggedIn: () => token !== null,
    logIn,
    async call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<DataOf<E>> {
      try {
        return await client.call(endpoint, options)
      } catch (error) {
        // The session has expired: the player logs in again.
        if (!(error instanceof ApiError && error.code === 'unauthorized' && token !== null)) throw error
        token = null
        await logIn()
        return client.call(endpoint, options)
      }
    },
  }
}

/** Registers the story's account on a device that is not logged in yet. */
export async function openAccount(house: StoryHouse, device: StoryDevice): Promise<void> {
  await device.call(requestEmailCode, { query: { email: EMAIL, purpose: 'register' } })
  const [mail] = await house.readMail()
  const emailCode = /^\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
  await device.call(register, { body: { email: EMAIL, password: PASSWORD, emailCode, isAdult: true } })
  await device.logIn()
}
