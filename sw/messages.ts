import * as v from 'valibot'
import { isLobbyImage } from './image-addresses.ts'

export const MAX_IMAGES = 120
const MAX_ADDRESS = 300

/** Lazy chunks that a page may ask to cache: the wallet library, the WalletConnect client, practice mode. */
const CODE_PARTS = ['wallet-engine', 'walletconnect', 'practice'] as const
export type CodePart = (typeof CODE_PARTS)[number]

const MessageSchema = v.variant('type', [
  v.object({ type: v.literal('SKIP_WAITING') }),
  v.object({
    type: v.literal('CACHE_CODE'),
    parts: v.pipe(v.array(v.picklist(CODE_PARTS)), v.maxLength(10)),
  }),
  v.object({ type: v.literal('CACHE_IMAGES'), urls: v.array(v.pipe(v.string(), v.maxLength(MAX_ADDRESS))) }),
])

export type WorkerMessage = v.InferOutput<typeof MessageSchema>

/** Undefined for invalid messages. Drops URLs that are no lobby images. */
export function parseMessage(data: unknown, origin: string): WorkerMessage | undefined {
  const parsed = v.safeParse(MessageSchema, data)
  if (!parsed.success) return undefined
  const message = parsed.output
  if (message.type !== 'CACHE_IMAGES') return message
  const images = message.urls.flatMap((address) => {
    const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined
    return url && isLobbyImage(url, origin) ? [url.href] : []
  })
  return { type: 'CACHE_IMAGES', urls: Array.from(new Set(images)).slice(0, MAX_IMAGES) }
}
