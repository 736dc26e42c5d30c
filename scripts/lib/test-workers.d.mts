/** How many journeys go on at once on this machine. */
export function journeyWorkers(): number
