/** Lets a reader stop before the end of the output, as `head` does: that is not a failure. */
export function allowEarlyReader() {
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))
}
