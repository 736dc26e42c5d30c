import { ed25519 } from '@noble/curves/ed25519'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '#fair/canonical-json.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { absentBets, chainReceipts, followReceipts } from '#fair/receipt-chain.ts'
import { checkReceiptOfBet } from '#verify/receipt-of-bet.ts'
import {
  NO_RECEIPT_BEFORE,
  type Receipt,
  type SignedReceipt,
  type VerifySignature,
  hashText,
  parseReceipt,
  verifyReceipt,
} from '#fair/receipt.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createReceiptVerifier, receiptKeysOf } from '#verify/verify-receipts.ts'
import { CLIENT_SEED, SERVER_SEED, createReceiptHouse, verifyWithNode } from './receipt-house.ts'

const rewritten = ({ receipt, ...rest }: SignedReceipt, changes: object): SignedReceipt => ({
  ...rest,
  receipt: canonicalJson({ ...(JSON.parse(receipt) as object), ...changes }),
})

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: [1.5, null, true, 'ü"\n'], c: undefined }, '{"a":[1.5,null,true,"ü\\"\\n"],"b":1}'],
    [{ é: 1, z: 2, Z: 3, 10: 4, 9: 5 }, '{"10":4,"9":5,"Z":3,"z":2,"é":1}'],
    [[], '[]'],
  ])('writes %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it.each([NaN, Infinity, 1n, undefined, () => 1])('refuses %s', (value) => {
    expect(() => canonicalJson([value])).toThrow(FairnessError)
  })
})

describe('a receipt', () => {
  const house = createReceiptHouse()
  const bet = house.bet(59.67)
  const [signed] = bet.receipts

  it.each<[string, VerifySignature]>([
    ['Node', verifyWithNode],
    ['@noble/curves', (...parts) => ed25519.verify(...parts, { zip215: false })],
  ])('is verified with %s', async (_, verify) => {
    const receipt = await verifyReceipt(signed, [house.key], verify)
    expect(receipt).toMatchObject({
      bet: '1',
      place: { nonce: 0 },
      stake: '1.5',
      hash: hashText(signed.receipt),
    })
    expect(receipt.result).toEqual({ outcome: 59.67, multiplier: '2', payout: '3' })
    for (const changes of [{ outcome: 59.68 }, { payout: '0' }, { nonce: 1 }, { params: {} }]) {
      const changed = verifyReceipt(rewritten(signed, changes), [house.key], verify)
      await expect(changed).rejects.toMatchObject({ fault: 'signature' })
    }
  })

  it('is refused with another key, an unknown key, or a key that was not valid then', async () => {
    const other = createReceiptHouse('k1').key
    const early = { ...house.key, until: '2026-11-24T00:00:00.000Z' }
    const late = { ...house.key, from: '2026-11-26T00:00:00.000Z' }
    const faultWith = (key: typeof other) =>
      verifyReceipt(signed, [key], verifyWithNode).then(
        () => 'none',
        (error: unknown) => (error as { fault: string }).fault,
      )
    expect(await faultWith(other)).toBe('signature')
    expect(await faultWith({ ...house.key, kid: 'k2' })).toBe('key_unknown')
    expect([await faultWith(early), await faultWith(late)]).toEqual(['key_unknown', 'key_unknown'])
    expect(await faultWith(house.key)).toBe('none')
  })

  it.each([
    ['no JSON', 'x', 'not JSON'],
    ['a list', '[]', 'must be an object'],
    ['with a space', signed.receipt.replace(',', ', '), 'canonical'],
    ['with a field twice', signed.receipt.replace('{', '{"bet":"1",'), 'canonical'],
    ['of another version', rewritten(signed, { v: 2 }).receipt, 'v must'],
    ['without a stake', rewritten(signed, { stake: undefined }).receipt, 'stake must be a text'],
    ['with an exponent', rewritten(signed, { payout: '1e3' }).receipt, 'payout is malformed'],
    ['with half a nonce', rewritten(signed, { nonce: 0.5 }).receipt, 'nonce must'],
    ['with a short hash', rewritten(signed, { prev: '00' }).receipt, 'prev is malformed'],
    ['settled without outcome', rewritten(signed, { type: 'settle', outcome: undefined }).receipt, 'missing'],
  ])('is refused %s', (_, text, message) => {
    expect(() => parseReceipt(text)).toThrow(message)
  })

  it.each(['', 'AA', `${signed.signature}A`, signed.signature.replace(/.$/, '=')])(
    'is refused with the signature %j',
    async (signature) => {
      const refused = verifyReceipt({ ...signed, signature }, [house.key], verifyWithNode)
      await expect(refused).rejects.toMatchObject({ fault: 'unreadable' })
    },
  )

  /** Points of small order, each with both signs of x: anybody can make a signature that passes for some texts. */
  const SMALL_ORDER = [
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '0100000000000000000000000000000000000000000000000000000000000000',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  ]

  it.each(SMALL_ORDER)('is refused with the key %s, which has no private key', async (hex) => {
    const publicKey = Buffer.from(hex, 'hex').toString('base64url')
    // R is the identity and S is 0: the signature fits when the hash is a multiple of the order.
    const signature = Buffer.concat([Buffer.of(1), Buffer.alloc(63)]).toString('base64url')
    const tries = Array.from({ length: 40 }, (_, index) => rewritten(signed, { key: `${index}` }))
    const passing = []
    for (const each of tries) {
      const forged = { ...each, signature }
      const refused = verifyReceipt(forged, [{ ...house.key, publicKey }], verifyWithNode)
      await expect(refused).rejects.toMatchObject({ fault: 'unreadable' })
      const [bytes, message, key] = [signature, '', publicKey].map((text) => Buffer.from(text, 'base64url'))
      if (!bytes || !message || !key) throw new Error('No bytes')
      if (await verifyWithNode(bytes, Buffer.from(forged.receipt), key)) passing.push(forged)
    }
    // Plain Ed25519 accepts some of these.
    if (/^0{63}[01]$/.test(hex.replace(/^01/, '00'))) expect(passing.length).toBeGreaterThan(0)
  })

  it.each(['2026-02-31T25:00:00.000Z', '2026-99-99T00:00:00Z'])(
    'is refused with %s, because no key has signed',
    async (at) => {
      const early = { ...house.key, until: '2026-11-24T00:00:00.000Z' }
      const text = rewritten(signed, { at }).receipt
      const refused = verifyReceipt(house.signText(text), [early], verifyWithNode)
      await expect(refused).rejects.toMatchObject({ fault: 'unreadable' })
    },
  )

  it('is refused when nested without end', () => {
    const deep = `{"params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(() => parseReceipt(deep)).toThrow('nested too deeply')
  })

  it('accepts one text per signature', async () => {
    // The last of the 86 characters has four bits that belong to no byte.
    const last = signed.signature.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const twin = signed.signature.slice(0, -1) + alphabet.charAt(alphabet.indexOf(last) + 1)
    const refused = verifyReceipt({ ...signed, signature: twin }, [house.key], verifyWithNode)
    await expect(refused).rejects.toMatchObject({ fault: 'unreadable' })
  })

  it('is compared with its bet, in a flat file or in the format of the API', () => {
    const receipt = parseReceipt(signed.receipt)
    const { serverSeedHash, serverSeed, clientSeed, nonce, ...facts } = bet
    const nested = { ...facts, seeds: { serverSeedHash, serverSeed, clientSeed, nonce } }
    for (const one of [bet, nested, { ...bet, stake: '1.50', payout: '3.0000' }]) {
      expect(() => checkReceiptOfBet(receipt, one)).not.toThrow()
    }
    const changes: Record<string, unknown> = {
      id: '2',
      game: 'limbo',
      coin: 'usdt-bsc',
      stake: '15',
      params: { side: 'under', target: 5_050 },
      outcome: 59.66,
      multiplier: 1.97,
      payout: '2.98',
      clientSeed: 'other',
      serverSeedHash: '0'.repeat(64),
      nonce: 1,
    }
    for (const [name, value] of Object.entries(changes)) {
      const differs = () => checkReceiptOfBet(receipt, { ...bet, [name]: value })
      expect(differs, name).toThrow(expect.objectContaining({ fault: 'bet' }) as Error)
    }
  })

  it('of an open round does not state its end', () => {
    const opened = createReceiptHouse().bet(1, {
      outcome: undefined,
      multiplier: undefined,
      payout: undefined,
      params: { target: 5_050 },
    })
    const receipt = parseReceipt(opened.receipts[0].receipt)
    expect(receipt.result).toBeUndefined()
    expect(() => checkReceiptOfBet(receipt, opened)).not.toThrow()
    expect(() => checkReceiptOfBet(receipt, { ...opened, params: { target: 1 } })).toThrow('params.target')
  })
})

describe('the chain of receipts', () => {
  const house = createReceiptHouse()
  const serverSeedHash = hashServerSeed(SERVER_SEED)
  const receipts = [59.67, 1, 2, 3, 4].map((outcome) => parseReceipt(house.bet(outcome).receipts[0].receipt))
  const without = (index: number) => receipts.filter((_, place) => place !== index)
  const swapped = [0, 2, 1, 3, 4].flatMap((index) => receipts[index] ?? [])

  it('is followed from the first to the last, at once or in pieces', () => {
    const last = followReceipts(receipts)
    expect(last).toBe(receipts[4]?.hash)
    expect(followReceipts(receipts.slice(2), followReceipts(receipts.slice(0, 2)))).toBe(last)
    expect(followReceipts(receipts.slice(2), null)).toBe(last)
    expect(followReceipts([])).toBe(NO_RECEIPT_BEFORE)
  })

  it.each([
    ['one is missing in the middle', without(2)],
    ['the first is missing', without(0)],
    ['two have changed places', swapped],
    ['one is there twice', [...receipts.slice(0, 2), ...receipts.slice(1)]],
  ])('is broken when %s', (_, list) => {
    expect(() => followReceipts(list)).toThrow(expect.objectContaining({ fault: 'chain' }) as Error)
  })

  it.each([
    ['a nonce is left out', { nonce: 3 }],
    ['a nonce comes twice', { nonce: 0 }],
    ['a new pair does not begin at 0', { pair: 2 }],
    ['an old pair comes again', { pair: 0 }],
  ])('is broken when %s, even if the hashes fit', (_, changes) => {
    const forging = createReceiptHouse()
    const list = [forging.bet(1), forging.bet(1, changes)].map((bet) => parseReceipt(bet.receipts[0].receipt))
    expect(() => followReceipts(list)).toThrow(expect.objectContaining({ fault: 'chain' }) as Error)
  })

  it('is verified with receipts in any order', () => {
    const [chain] = chainReceipts([...swapped].reverse())
    expect(chain).toMatchObject({ isFromFirst: true, faults: [] })
    expect(chain?.receipts).toEqual(receipts)
    expect(chainReceipts([...receipts, ...receipts])[0]?.receipts).toEqual(receipts)
    expect(chainReceipts(without(0))[0]).toMatchObject({ isFromFirst: false, faults: [] })
  })

  it('has a gap for a missing receipt, and the receipt counts as missing only in a complete list', () => {
    expect(chainReceipts(without(2))[0]).toMatchObject({ gaps: 1, faults: [] })
    const missing = [{ fault: 'chain', message: expect.stringContaining('bet 4') as string }]
    for (const all of ['chain', { serverSeedHash }] as const)
      expect(chainReceipts(without(2), [all])[0]?.faults).toMatchObject(missing)
    expect(chainReceipts(without(0), ['chain'])[0]?.faults).toHaveLength(1)
    expect(chainReceipts(without(0), [{ serverSeedHash }])[0]).toMatchObject({ gaps: 0, faults: [] })
    expect(chainReceipts(without(2), [{ serverSeedHash: 'ab' }])[0]?.faults).toEqual([])
  })

  it('finds missing bets of a pair by their nonces', () => {
    const absent = (list: readonly Receipt[], betCount?: number) =>
      absentBets(list, { serverSeedHash, betCount })?.fault
    expect([absent(receipts), absent(receipts, 5), absent([], 0)]).toEqual([undefined, undefined, undefined])
    expect([absent(without(2)), absent(without(0)), absent(without(4), 5)]).toEqual(Array(3).fill('absent'))
    expect([absent(receipts, 6), absent(receipts, 4)]).toEqual(['absent', 'absent'])
  })

  it.each([
    ['two bets have one nonce', { bet: '77' }],
    ['a bet begins twice', { key: 'again' }],
    ['a bet is decided twice', { type: 'settle', payout: '9' }],
    ['a bet is at another place', { type: 'settle', nonce: 9 }],
    ['a pair has two server seeds', { bet: '77', nonce: 9, serverSeedHash: 'ab'.repeat(32) }],
    ['a pair has two client seeds', { bet: '77', nonce: 9, clientSeedHash: 'ab'.repeat(32) }],
    ['two pairs have one server seed', { bet: '77', nonce: 9, pair: 2 }],
  ])('is broken when %s, anywhere in the chain', (_, changes) => {
    const own = house.bet(1).receipts[0].receipt
    const forged = { ...(JSON.parse(own) as object), prev: 'cd'.repeat(32), ...changes }
    const list = [parseReceipt(own), parseReceipt(canonicalJson(forged))]
    expect(chainReceipts(list)[0]?.faults).toMatchObject([{ fault: 'chain' }])
  })

  it('names two receipts that follow the same one', () => {
    const [first, second] = receipts
    if (!first || !second) throw new Error('No receipts')
    const fork = parseReceipt(canonicalForkOf(house.bet(9).receipts[0].receipt, first.hash))
    expect(chainReceipts([...receipts, fork])[0]?.faults).toMatchObject([
      { message: expect.stringContaining('both follow') as string },
    ])
  })

  it('is separate for each player', () => {
    const other = createReceiptHouse('k1', 'p-2')
    const theirs = parseReceipt(other.bet(1).receipts[0].receipt)
    expect(chainReceipts([...receipts, theirs])).toHaveLength(2)
  })
})

const canonicalForkOf = (text: string, prev: string) =>
  canonicalJson({ ...(JSON.parse(text) as object), prev, nonce: 1 })

describe('the verifier of lines with receipts', () => {
  async function lastAnswers(values: readonly unknown[], trusted?: Parameters<typeof receiptKeysOf>[0]) {
    const keys = trusted === undefined ? undefined : receiptKeysOf(trusted)
    const receipts = createReceiptVerifier(verifyWithNode, keys)
    const verifyLine = createLineVerifier(receipts)
    const answers = values.map((value) => verifyLine(JSON.stringify(value)))
    await receipts.check()
    return { answers, last: await receipts.finish() }
  }
  const house = createReceiptHouse()
  const drawn = verifyBet({
    game: 'dice',
    serverSeed: SERVER_SEED,
    clientSeed: CLIENT_SEED,
    nonce: 0,
  }).outcome
  const bets = [Number(drawn), 1, 2].map((outcome) => house.bet(outcome))
  const keys = { receiptKeys: [house.key] }
  const whole = { receipts: 3, verified: 3, chain: 'whole', fromFirst: true }

  it('answers as before and adds a summary at the end', async () => {
    const { answers, last } = await lastAnswers([keys, ...bets])
    expect(answers).toMatchObject([undefined, { matches: true }, { matches: false }, { matches: false }])
    expect(last).toEqual([whole])
    expect((await lastAnswers([...bets, keys])).last).toEqual([whole])
    const alone = { ...bets[0], receipts: undefined }
    expect((await lastAnswers([alone])).last).toEqual([{ bets: 1, unsigned: 1 }])
    expect((await lastAnswers([{ ...alone, coin: 'demo' }])).last).toEqual([])
  })

  it('accepts receipts alone', async () => {
    const { answers, last } = await lastAnswers([keys, ...bets.flatMap((bet) => bet.receipts)])
    expect(answers).toEqual([undefined, undefined, undefined, undefined])
    expect(last).toEqual([whole])
  })

  it('ignores keys in the file when keys are given', async () => {
    const theirs = createReceiptHouse()
    const forged = { receiptKeys: [theirs.key] }
    const { last } = await lastAnswers([forged, theirs.bet(1)], { data: keys })
    expect(last).toMatchObject([{ fault: 'signature' }, { receipts: 1, verified: 0 }])
  })

  it('names the fault', async () => {
    const [first, second, third] = bets
    if (!first || !second || !third) throw new Error('No bets')
    const changed = { ...second, receipts: [rewritten(second.receipts[0], { outcome: 99 })] }
    expect((await lastAnswers([keys, first, changed, third])).last).toMatchObject([
      { fault: 'signature' },
      { receipts: 3, verified: 2, chain: 'gaps' },
    ])
    expect((await lastAnswers([keys, first, { ...second, stake: '2' }, third])).last).toMatchObject([
      { fault: 'bet', error: expect.stringContaining('stake') as string },
      { verified: 2, chain: 'whole' },
    ])
    expect((await lastAnswers([keys, third, first])).last).toMatchObject([{ verified: 2, chain: 'gaps' }])
    const all = { allReceiptsOf: 'chain' }
    expect((await lastAnswers([keys, all, third, first])).last).toMatchObject([
      { fault: 'chain' },
      { chain: 'broken' },
    ])
    const { serverSeedHash } = first
    const ofPair = (betCount?: number) => ({ allReceiptsOf: { serverSeedHash, betCount } })
    expect((await lastAnswers([keys, ofPair(), third, first])).last).toMatchObject([
      { fault: 'chain' },
      { fault: 'absent' },
      { chain: 'broken' },
    ])
    expect((await lastAnswers([keys, ofPair(4), ...bets])).last).toMatchObject([
      { fault: 'absent' },
      { chain: 'broken' },
    ])
    expect((await lastAnswers([ofPair(4)])).last).toMatchObject([{ fault: 'absent' }, { receipts: 0 }])
    expect((await lastAnswers([first])).last).toMatchObject([{ fault: 'key_unknown' }, { verified: 0 }])
  })

  it('reports receipts of another form as errors of their line', async () => {
    const { answers } = await lastAnswers([{ ...bets[0], receipts: 'x' }, { receiptKeys: [{}] }])
    expect(answers).toEqual([
      { error: 'receipts must be a list' },
      { error: 'a key must have kid, publicKey and from' },
    ])
    const scopes = [7, { serverSeedHash: 7 }, { serverSeedHash: 'a', betCount: -1 }]
    const refused = await lastAnswers(scopes.map((allReceiptsOf) => ({ allReceiptsOf })))
    expect(refused.answers).toEqual(scopes.map(() => ({ error: expect.any(String) as string })))
  })
})
