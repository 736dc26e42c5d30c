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
    path: string,
    body: object,
    schema: S,
    token?: string,
  ): Promise<v.InferOutput<S>> => {
    const asked = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { 'access-token': token }) },
      body: JSON.stringify(body),
    }
    let answer = await fetch(`${koi}/api${path}`, asked)
    for (let nth = 1; answer.status === 503 && nth < TRIES; nth += 1) {
      await sleep(nth * 500)
      answer = await fetch(`${koi}/api${path}`, asked)
    }
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}: ${text.slice(0, 300)}`)
    return v.parse(v.object({ data: schema }), JSON.parse(text)).data
  }
  return {
    async open(game) {
      const wallet = privateKeyToAccount(generatePrivateKey())
      const who = { address: wallet.address, chainId: CHAIN }
      const { message } = await ask('/auth/wallet/message', who, MessageSchema)
      const signature = await wallet.signMessage({ message })
      const { token } = await ask('/auth/wallet', { message, signature, isAdult: true }, TokenSchema)
      const place = { coin: COIN, platform: 'desktop', language: 'en-US' }
      const path = `/provider-games/koi-demo/${game}/launches`
      const { url } = await ask(path, place, LaunchSchema, token)
      const purse = findKeptSession(folder, url.split('/').at(-1) ?? '')?.purse
      if (!purse) throw new Error(`No session of ${url} is in ${folder}: is it the folder of that server?`)
      return purse
    },
  }
}
