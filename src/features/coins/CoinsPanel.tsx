export function CoinsPanel(_: { isOpen: boolean; onClose: () => void }) { return null }
