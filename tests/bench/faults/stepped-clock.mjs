// Loaded before a server of `npm run test:faults -- --crash`: signals step its clocks, the wall clock and the one that
// Koi counts with, as no real machine does. SIGUSR2 steps them forward by 5 s, SIGWINCH back.
const STEP_MS = 5_000
const { now } = Date
const steady = performance.now.bind(performance)
let stepped = 0

Date.now = () => now() + stepped
performance.now = () => steady() + stepped
process.on('SIGUSR2', () => (stepped += STEP_MS))
process.on('SIGWINCH', () => (stepped -= STEP_MS))
