/** Selects the best of many by score, without sorting all: a heap of `limit` whose root is the worst entry. */
export class BestOf {
  readonly #scores: Float64Array
  readonly #ids: Uint32Array
  readonly #limit: number
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
    this.#scores = new Float64Array(limit)
    this.#ids = new Uint32Array(limit)
  }

  #isWorse(a: number, b: number): boolean {
    const left = this.#scores[a] ?? 0
    const right = this.#scores[b] ?? 0
    // Among equal scores, the later id is removed first, so that the order is deterministic.
    return left < right || (left === right && (this.#ids[a] ?? 0) > (this.#ids[b] ?? 0))
  }

  #swap(a: number, b: number): void {
    const score = this.#scores[a] ?? 0
    const id = this.#ids[a] ?? 0
    this.#scores[a] = this.#scores[b] ?? 0
    this.#ids[a] = this.#ids[b] ?? 0
    this.#scores[b] = score
    this.#ids[b] = id
  }

  #sink(from: number): void {
    let at = from
    for (;;) {
      const left = at * 2 + 1
      const right = left + 1
      let worst = at
      if (left < this.#size && this.#isWorse(left, worst)) worst = left
      if (right < this.#size && this.#isWorse(right, worst)) worst = right
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
  }

  add(id: number, score: number): void {
    if (this.#size === this.#limit) {
      if (this.#limit === 0 || score <= (this.#scores[0] ?? 0)) return
      this.#scores[0] = score
      this.#ids[0] = id
      this.#sink(0)
      return
    }
    let at = this.#size++
    this.#scores[at] = score
    this.#ids[at] = id
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (!this.#isWorse(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  /** Returns ids, best first. */
  ids(): number[] {
    return Array.from({ length: this.#size }, (_, i) => i)
      .sort((a, b) => (this.#isWorse(a, b) ? 1 : -1))
      .map((i) => this.#ids[i] ?? 0)
  }
}
