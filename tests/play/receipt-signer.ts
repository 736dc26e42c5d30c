import { generateKeyPairSync, sign as signBytes } from 'node:crypto'
import type { ReceiptKey } from '#contract/config.ts'
import type { PlayAnswer, Receipt } from '#contract/play.ts'
import { canonicalJson } from '#fair/canonical-json.ts'
import { hashText, NO_RECEIPT_BEFORE } from '#fair/receipt.ts'

export type ReceiptSigner = ReturnType<typeof createReceiptSigner>

export function createReceiptSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key: ReceiptKey = {
    kid: 'house',
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    from: '2020-01-01T00:00:00.000Z',
    until: null,
  }
  const made: { readonly bet: string; readonly receipt: Receipt }[] = []
  let prev = NO_RECEIPT_BEFORE

  const signText = (text: string): Receipt => ({
    receipt: text,
    kid: key.kid,
    signature: signBytes(null, Buffer.from(text), privateKey).toString('base64url'),
  })

  return {
    key,
    signText,
    texts: () => made.map(({ receipt }) => receipt.receipt),
    sign(answer: PlayAnswer, requestKey: string, pair: number): Receipt {
      const of = answer.status === 'settled' ? answer.bet : answer.round
      const isFirst = !made.some(({ bet }) => bet === of.id)
      const { id, game, coin, stake, params, seeds } = of
      const text = canonicalJson({
        v: 1,
        key: requestKey,
        bet: id,
        player: 'p-1',
        pair,
        game,
        coin,
        stake,
        params,
        prev,
        serverSeedHash: seeds.serverSeedHash,
        clientSeedHash: hashText(seeds.clientSeed),
        nonce: seeds.nonce,
        at: '2026-11-25T00:00:00.000Z',
        type: isFirst ? 'bet' : answer.status === 'settled' ? 'settle' : 'step',
        ...(answer.status === 'settled' && {
          outcome: answer.bet.outcome,
          payout: answer.bet.payout,
          multiplier: `${answer.bet.multiplier}`,
        }),
      })
      prev = hashText(text)
      const receipt = signText(text)
      made.push({ bet: id, receipt })
      return receipt
    },
    all: () => made.map(({ receipt }) => receipt),
    /** A receipt of a bet that this server does not know, such as one of Crash. */
    signOther(fields: object): Receipt {
      const text = canonicalJson({
        v: 1,
        type: 'bet',
        key: `key-${made.length}`,
        player: 'p-1',
        prev,
        at: '2026-11-25T00:00:00.000Z',
        stake: '1',
        coin: 'usdt-tron',
        ...fields,
      })
      prev = hashText(text)
      const receipt = signText(text)
      made.push({ bet: '', receipt })
      return receipt
    },
    ofBet: (id: string) => made.filter(({ bet }) => bet === id).map(({ receipt }) => receipt),
  }
}
