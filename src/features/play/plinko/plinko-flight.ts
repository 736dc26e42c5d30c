import type { PlinkoStep } from '#rules/plinko/plinko.ts'

/** The same for all rows: no result may take longer than 600 ms. */
export const PLINKO_FLIGHT_MS = 560

/** A position as shares of the board's width and height, without the buckets. */
export interface BoardPlace {
  readonly x: number
  readonly y: number
}
export interface FlightPoint extends BoardPlace {
  /** Share of the flight's time, 0 to 1. */
  readonly at: number
}

/** In distances between two pegs of a row. */
export const PEG_RADIUS = 0.1
export const BALL_RADIUS = 0.27
export const ROW_HEIGHT = 0.8
/** Height of the ball above a peg at the contact, and above the buckets at rest, in rows. */
const TOUCH = (PEG_RADIUS + BALL_RADIUS) / ROW_HEIGHT
const REST = BALL_RADIUS / ROW_HEIGHT
/** Above the first peg, in rows. */
const START = 1.5
/** Upward speed after a peg, relative to the fall that follows. More bounces higher. */
const BOUNCE = 0.9
/** Keyframes per bounce. Between them the ball moves evenly. */
const POINTS = 5

/** Position after some rows and moves to the right: at a peg, or at the end in its bucket. */
function placeAfter(steps: number, rights: number, rows: number): BoardPlace {
  const height = steps < rows ? steps + 1 - TOUCH : rows + 1 - REST
  return { x: 0.5 + (rights - steps / 2) / (rows + 1), y: height / (rows + 1) }
}

export function restingPlace(rows: number, bucket: number): BoardPlace {
  return placeAfter(rows, bucket, rows)
}

/** The fall to the first peg, and a bounce from each peg to the next. */
export function plinkoFlight(path: readonly PlinkoStep[]): FlightPoint[] {
  const rows = path.length
  const first = placeAfter(0, 0, rows)
  const points: FlightPoint[] = [{ x: first.x, y: first.y - START / (rows + 1), at: 0 }]
  const add = (from: BoardPlace, to: BoardPlace, index: number, bounce: number) => {
    for (let point = 1; point <= POINTS; point += 1) {
      const share = point / POINTS
      const fallen = share * (share * (1 + bounce) - bounce)
      points.push({
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * fallen,
        at: (index + share) / (rows + 1),
      })
    }
  }
  const [start] = points
  if (start) add(start, first, 0, 0)
  let rights = 0
  let from = first
  path.forEach((step, index) => {
    if (step === 'R') rights += 1
    const to = placeAfter(index + 1, rights, rows)
    add(from, to, index + 1, BOUNCE)
    from = to
  })
  return points
}

/** Each peg that the ball touches, and when. */
export function pegHits(path: readonly PlinkoStep[]): FlightPoint[] {
  const rows = path.length
  return path.map((_, row) => {
    const rights = path.slice(0, row).filter((step) => step === 'R').length
    return { x: placeAfter(row, rights, rows).x, y: (row + 1) / (rows + 1), at: (row + 1) / (rows + 1) }
  })
}
