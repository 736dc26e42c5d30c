export function BonusBanner(_: { onOpen: () => void }) { return null }
