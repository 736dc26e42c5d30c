export function InstallPanel(_: { isOpen: boolean; onClose: () => void }) { return null }
