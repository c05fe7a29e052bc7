// The shape of each seat: whoever cannot tell colours apart tells shapes apart. In a square of 100.
const SHAPES = [
  'M50 4a46 46 0 1 1 0 92 46 46 0 0 1 0-92Z',
  'M50 2 98 50 50 98 2 50Z',
  'M10 8h80v42c0 24-18 40-40 47C28 90 10 74 10 50Z',
  'M50 2 92 26v48L50 98 8 74V26Z',
  'M10 10h80v80H10Z',
  'M50 3 97 38 79 93H21L3 38Z',
]

/** The outline of a seat's emblem. */
export function emblem(seat: number): string {
  return SHAPES[seat % SHAPES.length]!
}
