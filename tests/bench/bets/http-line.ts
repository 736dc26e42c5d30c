import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface LineAnswer {
  readonly status: number
  readonly body: string
}

/** A keep-alive connection for one call at a time. Its own cost is negligible beside the server's. */
export class HttpLine {
  readonly #socket: Socket
  readonly #host: string
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve(answer: LineAnswer): void; reject(error: Error): void } | undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('The server has closed the connection')))
  }

  static async open(origin: string): Promise<HttpLine> {
    const { hostname, port, host } = new URL(origin)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return new HttpLine(socket, host)
  }

  /** @param headers lines of HTTP, each with its line end */
  post(path: string, headers: string, json: string): Promise<LineAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}content-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
      )
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) return this.#fail(new Error(`An answer without its length:\n${head}`))
    const whole = end + 4 + Number(length)
    if (this.#received.length < whole) return
    const body = this.#received.toString('utf8', end + 4, whole)
    this.#received = this.#received.subarray(whole)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve({ status: Number(head.slice(9, 12)), body })
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}
