export function WalletPanel(_: { isOpen: boolean; onClose: () => void }) { return null }
