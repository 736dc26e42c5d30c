const THIS_MACHINE = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Browsers and wallets usually refuse a page that came over http from another machine. */
export function needsHttps({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'http:' && !THIS_MACHINE.test(hostname)
}
