// The naive design of `npm run bench:bets` behind Koi's own HTTP: sessions, turns, limits, validation, headers, without
// the background work of a server. Settings come from the environment; it tells its parent when it listens.
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import pg from 'pg'
import { placeBet } from '#contract/play.ts'
import { createApp } from '#server/app.ts'
import { createLogger } from '#server/base/logger.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { served } from '#server/http/mount-endpoint.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import { readBet } from '#server/play/play-requests.ts'
import { createPlayTerms } from '#server/play/play-terms.ts'
import { createReceiptKeys } from '#server/play/receipt-keys.ts'
import { playerName } from '#server/play/receipt-text.ts'
import { betNaively } from './naive-bet.ts'

const config = readConfig(process.env)
const logger = createLogger(config.logLevel)
const { db } = await openDatabase(config, logger)
const pool = new pg.Pool({ connectionString: config.databaseUrl ?? '', max: config.databaseConnections })
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))
const secrets = await openSecrets(db, config.secretKey)
const clock = () => Date.now()
const termsNow = createPlayTerms(db, clock)
const keys = createReceiptKeys({ db, secrets, clock })
const { play: limits, profile } = config

const app = createApp({
  db,
  config,
  logger,
  clock,
  staticDir: null,
  endpoints: [
    served(placeBet, {
      async handle({ body }, { session: { uid } }) {
        const { rates, games } = await termsNow()
        const rate = rates.get(body.coin)
        if (!rate || games.get(body.game) !== 'playable') throw new Error('Unknown game or coin')
        const context = {
          config: limits,
          rules: profile.play,
          now: clock(),
          signer: await keys.current(),
          player: playerName(secrets, uid),
        }
        return betNaively(pool, { uid, asked: readBet(body, rate), rate, secrets, context })
      },
    }),
  ],
})
const server = createAdaptorServer({
  fetch: app.fetch,
  serverOptions: { keepAliveTimeout: 20_000 },
}) as Server
server.listen(config.port, '127.0.0.1', () => process.send?.('listening'))
process.on('disconnect', () => process.exit(0))
