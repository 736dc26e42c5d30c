import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as v from 'valibot'
import { findKeptSession } from '../sessions.ts'
import type { Purse } from '../cashier.ts'

/** Players of a practice server, which gives each some practice money. A wallet is all that they need. */
export interface Players {
  /** Opens the game as a player's browser does. */
  open(game: string): Promise<Purse>
}

/** A server that is busy says so. */
const TRIES = 6
const CHAIN = 11_155_111
const COIN = 'usdt-tron'

const MessageSchema = v.object({ message: v.string() })
const TokenSchema = v.object({ token: v.string() })
const LaunchSchema = v.object({ url: v.pipe(v.string(), v.url()) })

/** @param folder where the running provider writes down whom it has let in */
export function createPlayers(koi: string, folder: string): Players {
  const ask = async <S extends v.GenericSchema>(
    { path, body, token, from }: { path: string; body: object; token?: string; from: string },
    schema: S,
  ): Promise<v.InferOutput<S>> => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { 'access-token': token }),
    }
    const asking = () => post(`${koi}/api${path}`, { headers, body: JSON.stringify(body), from })
    let answer = await asking()
    for (let nth = 1; answer.status === 503 && nth < TRIES; nth += 1) {
      await sleep(nth * 500)
      answer = await asking()
    }
    if (answer.status !== 200)
      throw new Error(`${path} is answered with ${answer.status}: ${answer.text.slice(0, 300)}`)
    return v.parse(v.object({ data: schema }), JSON.parse(answer.text)).data
  }
  let opened = 0
  return {
    async open(game) {
      const wallet = privateKeyToAccount(generatePrivateKey())
      const who = { address: wallet.address, chainId: CHAIN }
      const from = homeOf(opened)
      opened += 1
      const { message } = await ask({ path: '/auth/wallet/message', body: who, from }, MessageSchema)
      const signature = await wallet.signMessage({ message })
      const body = { message, signature, isAdult: true }
      const { token } = await ask({ path: '/auth/wallet', body, from }, TokenSchema)
      const place = { coin: COIN, platform: 'desktop', language: 'en-US' }
      const path = `/provider-games/koi-demo/${game}/launches`
      const { url } = await ask({ path, body: place, token, from }, LaunchSchema)
      const purse = findKeptSession(folder, url.split('/').at(-1) ?? '')?.purse
      if (!purse) throw new Error(`No session of ${url} is in ${folder}: is it the folder of that server?`)
      return purse
    },
  }
}

/** A server takes only some log-ins from one address. On Linux all of 127.0.0.0/8 are this machine. */
const LOG_INS = 40
const homeOf = (nth: number) =>
  process.platform === 'linux' ? `127.0.0.${2 + Math.floor(nth / LOG_INS)}` : '127.0.0.1'

interface Posted {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly from: string
}

function post(url: string, { headers, body, from }: Posted): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const isHere = /^(?:localhost|127\.)/.test(new URL(url).hostname)
    const home = isHere ? { localAddress: from, family: 4 } : {}
    const call = request(url, { method: 'POST', headers, ...home }, (answer) => {
      answer.setEncoding('utf8')
      let text = ''
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end(body)
  })
}
