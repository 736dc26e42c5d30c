import { describe, expect, it } from 'vitest'
import { filesOf, splitLazy } from '../../sw/lazy-files.ts'

const line = (url: string) => ({ url, revision: null })
const lines = [
  'assets/index-1.js',
  'assets/lazy/wallet-engine-1.js',
  'assets/lazy/walletconnect-2.js',
  'index.html',
].map(line)

describe('lazy code', () => {
  it('is not fetched at installation', () => {
    const { assets, lazy } = splitLazy(lines)
    expect(assets.map(({ url }) => url)).toEqual(['assets/index-1.js', 'index.html'])
    expect(lazy.map(({ url }) => url)).toEqual([
      'assets/lazy/wallet-engine-1.js',
      'assets/lazy/walletconnect-2.js',
    ])
  })

  it('is found by its part', () => {
    const { lazy } = splitLazy(lines)
    expect(filesOf('wallet-engine', lazy)).toEqual([line('assets/lazy/wallet-engine-1.js')])
    expect(filesOf('walletconnect', lazy)).toEqual([line('assets/lazy/walletconnect-2.js')])
  })
})
