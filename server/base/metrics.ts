import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** All figures of a process. Labels have few values: routes and names, never what somebody has sent. */
export const registry = new Registry()

const registers = [registry]

function gauge<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) {
  const made = new Gauge<Label>({ name, help, labelNames, registers })
  // The library begins with 0, and that would be wrong: it is not known yet, or not of this process.
  if (labelNames.length === 0) made.remove()
  return made
}

const counter = <Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
) => new Counter<Label>({ name, help, labelNames, registers })

const histogram = <Label extends string = never>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly Label[] = [],
) => new Histogram<Label>({ name, help, buckets, labelNames, registers })

export const BUILD = gauge('koi_build_info', 'Always 1; the labels name release and process', [
  'version',
  'process',
])

export const REQUEST_SECONDS = histogram(
  'koi_http_request_duration_seconds',
  'Requests by route, and the time until the head of their answer',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  ['method', 'route', 'status'],
)
export const REQUESTS_IN_FLIGHT = gauge('koi_http_requests_in_flight', 'Requests without an answer yet')
export const TURNS = gauge('koi_turns', 'Requests that have a turn at the database, or wait for one', [
  'state',
])
export const REFUSALS = counter('koi_refusals_total', 'Answers that refuse, by their code', ['code'])
export const OUTSIDE_SECONDS = histogram(
  'koi_outside_call_duration_seconds',
  'Calls to other services; the status is none where no answer came',
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ['service', 'status'],
)
export const ALARMS = counter('koi_alarms_total', 'Log lines with an alarm', ['alarm'])

export const ALARM_AT = gauge(
  'koi_alarm_last_timestamp_seconds',
  'When an alarm was last logged: a counter says nothing of the first one',
  ['alarm'],
)

export const BETS = counter('koi_bets_total', 'Bets that were taken', ['game'])
export const PLAY_BATCH = histogram(
  'koi_play_batch_size',
  'Plays that one statement posts',
  [1, 2, 4, 8, 16, 32, 64],
)
export const STALE_PLAYS = counter(
  'koi_plays_stale_total',
  'Plays that were planned anew, because their player had played elsewhere',
)
export const BEACON_SECONDS = histogram(
  'koi_crash_beacon_duration_seconds',
  'Time from the lock of a round of Crash to the value of the beacon',
  [0.5, 1, 2, 3, 4, 6, 10, 20],
)
export const SILENT_BEACONS = counter(
  'koi_crash_beacon_silent_total',
  'Rounds of Crash that are void because the beacon gave no value',
)
export const PROVIDER_CALLS = counter(
  'koi_provider_calls_total',
  'Calls of providers of games, by what they were answered',
  ['provider', 'status'],
)

export const STREAMS = gauge('koi_live_streams', 'Open streams of live events')
export const FEED_SECONDS = histogram(
  'koi_feed_delay_seconds',
  'Time until a process hears its own event',
  [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
)
export const FEED_HEARD = gauge('koi_feed_heard', '1 if events of all processes are heard')
export const CONNECTIONS = gauge(
  'koi_database_connections',
  'Connections to the database that are in use or idle, and work that waits for one',
  ['state'],
)
export const LEDGER_SOUND = gauge(
  'koi_ledger_sound',
  '1 if the last check of the books found no difference, 0 if it found one',
)
export const LEDGER_DIFFERENCES = gauge(
  'koi_ledger_differences',
  'Differences that the last check of the books found',
)
export const LEDGER_AGE = gauge('koi_ledger_check_age_seconds', 'Time since the last check of the books')
export const UNSETTLED_BALANCES = gauge(
  'koi_chain_unsettled_balances',
  'Balances of the house that have differed for more than half an hour',
  ['chain'],
)

// Read from the database: see server/system/database-figures.ts.

export const FIGURES_READ = gauge(
  'koi_database_figures_read',
  '1 if the database has answered the scrape; the figures that it gives are absent otherwise',
)
export const CHAIN_HEAD_AGE = gauge('koi_chain_head_age_seconds', 'Age of the newest block that was seen', [
  'chain',
])
export const CHAIN_ROUND_AGE = gauge(
  'koi_chain_round_age_seconds',
  'Time since a watcher has last read the chain',
  ['chain'],
)
export const CHAIN_UNREAD_BLOCKS = gauge(
  'koi_chain_unread_blocks',
  'Final blocks of an EVM chain that are not read yet',
  ['chain'],
)
export const WITHDRAWALS = gauge('koi_withdrawals_open', 'Withdrawals under way, by their state', ['state'])
export const WITHDRAWAL_AGE = gauge(
  'koi_withdrawal_oldest_seconds',
  'Age of the oldest withdrawal of a state; absent without one',
  ['state'],
)
export const QUEUE_AGE = gauge(
  'koi_queue_oldest_seconds',
  'Age of the oldest mail, and how long a notification is overdue; 0 if nothing waits',
  ['queue'],
)
export const SEAL_AGE = gauge('koi_seal_age_seconds', 'Time since the last daily seal')
export const JOB_AGE = gauge('koi_job_age_seconds', 'Time since shared work was last done', ['job'])
export const SIGNER_AGE = gauge('koi_signer_age_seconds', 'Time since the last sign of life of the signer', [
  'chain',
])
export const PRICE_AGE = gauge(
  'koi_price_age_seconds',
  'Age of a price at its source; absent with the fixed prices of practice mode',
  ['coin'],
)

let isMeasured = false

/** Begins to measure event loop, memory and garbage collection. */
export function measureProcess(): void {
  if (isMeasured) return
  isMeasured = true
  collectDefaultMetrics({ register: registry })
}
