// One process of `npm run bench:feed`: publishes events and hears those of all. Settings come as its argument, in JSON;
// on `stop` from its parent it sends the events that it heard.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createLogger } from '#server/base/logger.ts'
import type { Tables } from '#server/db/tables.ts'
import { openFeed, type FeedConfig } from '#server/feed/open-feed.ts'

/** Published and heard events of a process. */
export interface Heard {
  readonly published: number
  /** Milliseconds from the publishing call to the follower, for each event of any process. */
  readonly delaysMs: number[]
}
export interface FeedProcessOptions extends FeedConfig {
  readonly everyMs: number
}

const TOPIC = 'bench'
/** The same clock in all processes of a machine. */
const now = () => performance.timeOrigin + performance.now()

const { everyMs, ...config } = JSON.parse(process.argv[2] ?? '{}') as FeedProcessOptions
const pool = new pg.Pool({ connectionString: config.databaseUrl ?? '', max: 4 })
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
const feed = await openFeed(config, db, createLogger('silent'))
const delaysMs: number[] = []
let published = 0
feed.follow([TOPIC], {
  onEvent: ({ data }) => void delaysMs.push(now() - Number(data)),
  // A gap is also reported when another process is first heard.
  onGap: () => undefined,
})
let timer: NodeJS.Timeout | undefined
process.on('message', (word) => {
  if (word === 'begin') {
    timer = setInterval(() => {
      feed.publish(TOPIC, now())
      published += 1
    }, everyMs)
  } else if (word === 'end') clearInterval(timer)
  else {
    process.send?.({ published, delaysMs } satisfies Heard)
    void Promise.all([feed.close(), db.destroy()]).then(() => process.disconnect())
  }
})
process.send?.('ready')
