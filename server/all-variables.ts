import { aboutBackupVariables } from '#server/backup/backup-config.ts'
import { aboutServerVariables } from '#server/config/config.ts'
import { aboutSignerVariables } from '#server/signer/signer-config.ts'

/** Variables of every program of Koi, which share files of settings. */
export const aboutAllVariables = () => [
  ...aboutServerVariables(),
  ...aboutSignerVariables(),
  ...aboutBackupVariables(),
]
