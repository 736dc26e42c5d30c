export function DepositPanel(_: { isOpen: boolean; onClose: () => void }) { return null }
