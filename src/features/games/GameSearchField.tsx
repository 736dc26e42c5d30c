export function GameSearchField() { return null }
