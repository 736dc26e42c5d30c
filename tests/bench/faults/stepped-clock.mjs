// Loaded before a server of `npm run test:faults -- --crash`. Signals step its wall clock and its monotonic clock:
// SIGUSR2 by 5 s forward, SIGWINCH back. No real machine does that to both.
const STEP_MS = 5_000
const { now } = Date
const steady = performance.now.bind(performance)
let stepped = 0

Date.now = () => now() + stepped
performance.now = () => steady() + stepped
process.on('SIGUSR2', () => (stepped += STEP_MS))
process.on('SIGWINCH', () => (stepped -= STEP_MS))
