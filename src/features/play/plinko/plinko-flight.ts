import type { PlinkoStep } from '#rules/plinko/plinko.ts'

/** How long a ball falls, whatever the rows: results never wait longer than 600 ms. */
export const PLINKO_FLIGHT_MS = 560

/** A place on the board as shares of its width and height; the balls' board ends where the buckets begin. */
export interface BoardPlace {
  readonly x: number
  readonly y: number
}
export interface FlightPoint extends BoardPlace {
  /** Share of the flight's time, 0 to 1. */
  readonly at: number
}

/** In the distance between two pegs of a row; with the board's shape a row is 0.8 of it high. */
export const PEG_RADIUS = 0.1
export const BALL_RADIUS = 0.27
export const ROW_HEIGHT = 0.8
/** How far above its peg a ball touches it, and above the buckets it rests, in rows. */
const TOUCH = (PEG_RADIUS + BALL_RADIUS) / ROW_HEIGHT
const REST = BALL_RADIUS / ROW_HEIGHT
/** Above the first peg, in rows. */
const START = 1.5
/** Upward speed after a peg against the fall that follows; more of it bounces higher. */
const BOUNCE = 0.9
/** Points of each bounce; between them the ball moves evenly. */
const POINTS = 5

/** Where a ball is that has taken some steps and gone right some times: at a peg, after the last at its bucket. */
function placeAfter(steps: number, rights: number, rows: number): BoardPlace {
  const height = steps < rows ? steps + 1 - TOUCH : rows + 1 - REST
  return { x: 0.5 + (rights - steps / 2) / (rows + 1), y: height / (rows + 1) }
}

/** Where a ball rests in its bucket. */
export function restingPlace(rows: number, bucket: number): BoardPlace {
  return placeAfter(rows, bucket, rows)
}

/** The flight of a ball along its way: down to the first peg, then a bounce from each peg to the next. */
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
