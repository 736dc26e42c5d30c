import type { WithdrawalStatus } from '#contract/withdrawals.ts'
import type { BadgeTone } from '#ui/Badge.tsx'

export function withdrawalTone(status: WithdrawalStatus): BadgeTone {
  switch (status) {
    case 'review':
      return 'gold'
    case 'confirmed':
      return 'jade'
    case 'refused':
    case 'failed':
      return 'danger'
    case 'queued':
    case 'signing':
    case 'signed':
    case 'broadcast':
      return 'info'
    case 'cancelled':
      return 'neutral'
  }
}
